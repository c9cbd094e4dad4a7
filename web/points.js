// A chart's data: read once, searched at each move of the mouse, and reduced to what the pixels show
// at each drawing.

const numbers = (values) => Float64Array.from(values, (value) => value ?? NaN);

function readChart(text) {
  const chart = JSON.parse(text);
  chart.text = text;
  chart.series.forEach((series, i) => {
    series.style ??= i;
    const x = isNumber(series.x) ? chart.series[series.x].given : series.x;
    series.given = x; // as it was, for those who share it
    const order = x.map((_, k) => k).filter((k) => x[k] !== null);
    if (chart.kind !== 'scatter') order.sort((a, b) => x[a] - x[b]);
    const pick = (values) => (values ? numbers(order.map((k) => values[k])) : null);
    series.index = i;
    Object.assign(series, { x: pick(x), y: pick(series.y), low: pick(series.low), high: pick(series.high) });
    if (!series.low || !series.high) series.low = series.high = null;
    series.xExtent = extentOf([series.x]);
    series.yExtent = extentOf([series.y, series.low, series.high]);
  });
  chart.places = Float64Array.from(new Set(chart.series.flatMap((series) => [...series.x]))).sort();
  chart.across = chart.kind === 'bars' && chart.places.length <= 1;
  return chart;
}

// The first index whose value is not below.
function lowerBound(values, value) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function extentOf(arrays, from = 0, to = Infinity) {
  const extent = { low: Infinity, high: -Infinity, positive: Infinity };
  for (const values of arrays) {
    const end = min(to, values?.length ?? 0);
    for (let i = from; i < end; ++i) {
      if (!isNumber(values[i])) continue;
      // Without limits a range of doubles need not be a double.
      const value = abs(values[i]) < 1e-300 ? 0 : max(-1e300, min(1e300, values[i]));
      if (value < extent.low) extent.low = value;
      if (value > extent.high) extent.high = value;
      if (value > 0 && value < extent.positive) extent.positive = value;
    }
  }
  return extent;
}

const jointExtent = (extents) => ({
  low: min(...extents.map((extent) => extent.low)),
  high: max(...extents.map((extent) => extent.high)),
  positive: min(...extents.map((extent) => extent.positive)),
});

// What a line shows at x: its point there, or between two of them; null if there is none.
function valueAt(series, x, scales, exactly) {
  const i = lowerBound(series.x, x);
  if (series.x[i] === x) {
    if (!isNumber(series.y[i])) return null;
    return { y: series.y[i], low: series.low?.[i], high: series.high?.[i], exact: true };
  }
  if (exactly || i === 0 || i >= series.x.length) return null;
  const from = scales.x.pixel(series.x[i - 1]);
  const part = (scales.x.pixel(x) - from) / (scales.x.pixel(series.x[i]) - from);
  const between = (values) => {
    if (!values) return undefined;
    const start = scales.y.pixel(values[i - 1]);
    return scales.y.value(start + part * (scales.y.pixel(values[i]) - start));
  };
  const y = between(series.y);
  return isNumber(y) ? { y, low: between(series.low), high: between(series.high), exact: false } : null;
}

const px = (value) => Math.round(max(-2e4, min(2e4, value)) * 10) / 10;

// The part of a sorted series that can be seen, with a neighbour on either side.
const visiblePart = (series, scale) => [
  max(0, lowerBound(series.x, scale.low) - 1),
  min(series.x.length, lowerBound(series.x, scale.high) + 2)];

// Without the points that a line passes through anyway, as far as an eye can see. Points are
// [x, y, x, y, …]; from the last point that is kept a cone is open in which the next may lie.
function straightened(points) {
  const out = points.slice(0, 2);
  let [x0, y0] = out;
  let low = -Infinity;
  let high = Infinity;
  for (let i = 2; i < points.length; i += 2) {
    let slope = (points[i + 1] - y0) / (points[i] - x0);
    if (i > 2 && !(slope >= low && slope <= high)) {
      x0 = points[i - 2];
      y0 = points[i - 1];
      out.push(x0, y0);
      low = -Infinity;
      high = Infinity;
      slope = (points[i + 1] - y0) / (points[i] - x0);
    }
    const room = 0.15 / (points[i] - x0); // 0.15 pixels off is unseen
    low = max(low, slope - room);
    high = min(high, slope + room);
  }
  if (points.length > 2) out.push(points[points.length - 2], points[points.length - 1]);
  return out;
}

function pathOf(points) {
  // One point alone is a dot, which dashes can't hide.
  if (points.length === 2) return `M${px(points[0] - 1.2)} ${px(points[1])}a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0`;
  let out = 'M';
  for (let i = 0; i < points.length; i += 2) out += `${i ? 'L' : ''}${px(points[i])} ${px(points[i + 1])}`;
  return out;
}

// Of each pixel column the first, lowest, highest and last point: the same picture, whatever the
// number of points.
function linePath(series, scales) {
  const { x, y } = series;
  let out = '';
  let run = [];
  let column = NaN;
  let first = -1; // the column's points, as indices
  let last = -1;
  let low = -1;
  let high = -1;
  const put = (i) => run.push(scales.x.pixel(x[i]), scales.y.pixel(y[i]));
  const flush = () => {
    if (first < 0) return;
    put(first);
    const one = min(low, high);
    const other = max(low, high);
    if (one > first && one < last) put(one);
    if (other > one && other > first && other < last) put(other);
    if (last > first) put(last);
    first = -1;
  };
  const interrupt = () => {
    flush();
    if (run.length) out += pathOf(straightened(run));
    run = [];
  };
  const [from, to] = visiblePart(series, scales.x);
  for (let i = from; i < to; ++i) {
    const at = scales.x.pixel(x[i]);
    if (!isNumber(at) || !isNumber(scales.y.pixel(y[i]))) {
      interrupt();
      continue;
    }
    const here = floor(at);
    if (here !== column || first < 0) {
      flush();
      column = here;
      first = low = high = i;
    } else {
      if (y[i] < y[low]) low = i;
      if (y[i] > y[high]) high = i;
    }
    last = i;
  }
  interrupt();
  return out;
}

function bandPath(series, scales, bottom) {
  if (!series.low) return '';
  let out = '';
  let upper = [];
  let lower = [];
  const finish = () => {
    if (upper.length > 2) {
      const back = straightened(lower);
      const outline = straightened(upper);
      for (let i = back.length - 2; i >= 0; i -= 2) outline.push(back[i], back[i + 1]);
      out += `${pathOf(outline)}Z`;
    }
    upper = [];
    lower = [];
  };
  const [from, to] = visiblePart(series, scales.x);
  for (let i = from; i < to; ++i) {
    const x = scales.x.pixel(series.x[i]);
    const high = scales.y.pixel(series.high[i]);
    const low = scales.y.log && series.low[i] <= 0 ? bottom : scales.y.pixel(series.low[i]);
    if (!isNumber(x + high + low)) {
      finish();
      continue;
    }
    const end = upper.length - 2;
    if (end > 0 && floor(upper[end]) === floor(x)) { // pixels grow downwards
      upper[end + 1] = min(upper[end + 1], high);
      lower[end + 1] = max(lower[end + 1], low);
    } else {
      upper.push(x, high);
      lower.push(x, low);
    }
  }
  finish();
  return out;
}
