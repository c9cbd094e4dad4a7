// An axis: where a value lies between its ends, and where its ticks are. src/report/scale.cc draws
// by the same rules.

function roundStep(range, about) {
  const raw = range / max(1, about);
  const power = 10 ** floor(Math.log10(raw));
  return ([1, 2, 5].find((factor) => raw <= factor * power * (1 + 1e-9)) ?? 10) * power;
}

function roundLog(value, up) {
  const power = 10 ** floor(Math.log10(value) + 1e-9);
  const part = value / power;
  if (up) return ([1, 2, 5].find((factor) => part <= factor + 1e-9) ?? 10) * power;
  return ([5, 2].find((factor) => part >= factor - 1e-9) ?? 1) * power;
}

// The ends of an axis for data from low to high; `positive` is the lowest value above 0.
function endsOf(axis, log, { low, high, positive }, round, fromZero) {
  let ends = low <= high ? [log ? positive : low, high] : [0, 1];
  if (!log && fromZero && ends[0] > 0 && ends[0] < 0.5 * ends[1]) ends[0] = 0;
  const fixed = [axis.min, axis.max].map((end) => (isNumber(end) && (!log || end > 0) ? end : null));
  ends = ends.map((end, i) => fixed[i] ?? end);
  if (!(ends[0] < ends[1])) {
    const around = ends[0] === 0 ? 1 : abs(ends[0]) * 0.1;
    ends = log ? [ends[0] / 2, ends[0] * 2] : [ends[0] - around, ends[0] + around];
  }
  if (round) {
    const step = roundStep(ends[1] - ends[0], 10);
    const rounded = log ? [roundLog(ends[0], false), roundLog(ends[1], true)]
      : [floor(ends[0] / step + 1e-9) * step, ceil(ends[1] / step - 1e-9) * step];
    if (rounded[0] < rounded[1]) ends = rounded; // else so near that rounding takes them for one
  }
  return ends.map((end, i) => fixed[i] ?? end);
}

function linearTicks(low, high, about) {
  const step = roundStep(high - low, about);
  const first = ceil(low / step - 1e-9);
  const count = floor(high / step + 1e-9) - first;
  if (!(count < 1000)) return [];
  // All of an axis's numbers are in the unit of the largest: 2 k, 4 k, …, 12 k.
  const most = max(abs(low), abs(high));
  const [unit, letter] = most >= 1e4 ? UNITS.find(([size]) => most >= size) : [1, ''];
  const decimals = max(0, -floor(Math.log10(step / unit) + 1e-9));
  return Array.from({ length: count + 1 }, (_, i) => {
    const at = (first + i) * step || 0;
    if (most >= 1e15 || decimals > 4) return { at, text: shortNumber(at, 9) };
    return { at, text: at === 0 ? '0' : `${(at / unit).toFixed(decimals).replace('-', '−')}${letter}` };
  });
}

function logTicks(low, high, about) {
  // Zoomed in, an axis is as good as linear.
  if (high / low < 3) return linearTicks(low, high, about).filter((tick) => tick.at > 0);
  const ticks = [];
  const first = floor(Math.log10(low) + 1e-9);
  const last = ceil(Math.log10(high) - 1e-9);
  const decades = last - first;
  const every = max(1, ceil(decades / max(1, about)));
  const text = (at, exponent) => (low < 1e-3 && at < 1 ? powerText(at, exponent) : shortNumber(at));
  for (let exponent = first; exponent <= last; ++exponent) {
    for (let factor = 1; factor < 10; ++factor) {
      const at = factor * 10 ** exponent;
      if (at * (1 + 1e-9) < low || at > high * (1 + 1e-9) || (factor > 1 && decades > 8)) continue;
      const hasText = factor === 1 ? (exponent - first) % every === 0
        : decades <= max(1, about / 3) && (factor === 2 || factor === 5);
      ticks.push({ at, text: hasText ? text(at, exponent) : '' });
    }
  }
  return ticks;
}

// Maps low..high to from..to, in pixels.
function makeScale(log, [low, high], from, to, unit) {
  const origin = log ? Math.log(low) : low;
  const factor = (to - from) / ((log ? Math.log(high) : high) - origin);
  return {
    log, low, high,
    pixel: log ? (value) => (value > 0 ? from + (Math.log(value) - origin) * factor : NaN)
      : (value) => from + (value - origin) * factor,
    value: (pixel) => {
      const bent = origin + (pixel - from) / factor;
      return log ? Math.exp(bent) : bent;
    },
    ticks: (about) => {
      const ticks = log ? logTicks(low, high, about) : linearTicks(low, high, about);
      if (unit === '%') ticks.forEach((tick) => { if (tick.text) tick.text += '%'; });
      return ticks;
    },
  };
}
