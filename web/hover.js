// What the reader points at: the crosshair, the values beside it, and the series that is nearest.
//
// A target is {x, series, point}: an x of the data (of bars: the index of the place), the nearest
// series or null, and of scattered points the index of the one that is meant.

const NEAR = 40; // pixels within which a line is meant

// All that is shown at the target, the largest first.
function rowsAt(frame, target) {
  const { chart, shown } = frame;
  if (chart.kind === 'scatter') {
    const series = chart.series[target.series];
    const at = (values) => values?.[target.point];
    return [{ series, y: at(series.y), low: at(series.low), high: at(series.high), exact: true }];
  }
  const x = chart.kind === 'bars' ? chart.places[target.x] : target.x;
  return shown.map((series) => ({ series, ...valueAt(series, x, frame, chart.kind === 'bars') }))
    .filter((row) => isNumber(row.y)).sort((a, b) => b.y - a.y);
}

function nearestPoint(frame, x, y) {
  let best = null;
  let distance = Infinity;
  for (const series of frame.shown) {
    for (let i = 0; i < series.x.length; ++i) {
      const far = (frame.x.pixel(series.x[i]) - x) ** 2 + (frame.y.pixel(series.y[i]) - y) ** 2;
      if (far < distance) {
        distance = far;
        best = { x: series.x[i], series: series.index, point: i };
      }
    }
  }
  return best;
}

// The x of a shown series that is nearest to the pixel.
function nearestX(frame, pixel) {
  const wanted = frame.x.value(pixel);
  let best = null;
  let distance = Infinity;
  for (const { x } of frame.shown) {
    const i = lowerBound(x, wanted);
    for (const candidate of [x[i - 1], x[i]]) {
      const at = frame.x.pixel(candidate);
      if (!isNumber(at) || at < frame.box.left - 1 || at > frame.box.right + 1) continue;
      if (abs(at - pixel) < distance) {
        distance = abs(at - pixel);
        best = candidate;
      }
    }
  }
  return best;
}

// The target at a place of the picture, or null.
function targetAt(frame, x, y) {
  if (!frame.shown.length) return null;
  const clamp = (value, most) => max(0, min(most, value));
  if (frame.across) {
    const row = clamp(floor((y - frame.box.top) / frame.row), frame.shown.length - 1);
    return { x: 0, series: frame.shown[row].index };
  }
  if (frame.chart.kind === 'scatter') return nearestPoint(frame, x, y);
  if (frame.chart.kind === 'bars') {
    const place = clamp(Math.round(frame.x.value(x)), frame.chart.places.length - 1);
    const bar = floor(((x - frame.x.pixel(place)) / frame.group + 0.4) / (0.8 / frame.shown.length));
    return { x: place, series: frame.shown[bar]?.index ?? null };
  }
  const at = nearestX(frame, x);
  if (at === null) return null;
  let series = null;
  let distance = NEAR;
  for (const row of rowsAt(frame, { x: at })) {
    const far = abs(frame.y.pixel(row.y) - y);
    if (far < distance) {
      distance = far;
      series = row.series.index;
    }
  }
  return { x: at, series };
}

// The next target to the left (-1) or right (1), at least a pixel away; `far` goes a tenth of the
// picture.
function nextTarget(frame, target, direction, far) {
  const { chart, shown } = frame;
  if (!shown.length) return null;
  if (frame.across) {
    const now = shown.findIndex((series) => series.index === target?.series);
    return { x: 0, series: shown[(now + direction + shown.length) % shown.length].index };
  }
  if (chart.kind === 'bars') {
    const last = chart.places.length - 1;
    return { x: target ? max(0, min(last, target.x + direction)) : 0, series: target?.series ?? null };
  }
  const start = target ? frame.x.pixel(target.x) : frame.box.left - 2;
  const step = far ? (frame.box.right - frame.box.left) / 10 : 1;
  let best = null;
  for (const series of shown) {
    for (let i = 0; i < series.x.length; ++i) {
      const at = frame.x.pixel(series.x[i]);
      if (!(at >= frame.box.left - 1 && at <= frame.box.right + 1) || !isNumber(frame.y.pixel(series.y[i]))) continue;
      const ahead = (at - start) * direction;
      if (ahead >= step - 0.01 && (best === null || ahead < best.ahead)) best = { ahead, x: series.x[i], series: series.index, point: i };
    }
  }
  if (!best) return target;
  return chart.kind === 'scatter' ? best : { x: best.x, series: target?.series ?? null };
}

function deviationText({ y, low, high }, decimals) {
  if (!isNumber(low) || !isNumber(high)) return '';
  const even = abs(high - y - (y - low)) <= 1e-6 * max(abs(high), abs(low));
  const text = (value) => (decimals !== undefined && abs(value) < 1e4 ? value.toFixed(decimals) : valueText(value)).replace('-', '−');
  return even ? `± ${text(high - y)}` : `${text(low)} … ${text(high)}`;
}

const xText = (chart, target) => {
  if (chart.across) return axisTitle(chart.y) || chart.title;
  const value = chart.kind === 'bars' ? chart.places[target.x] : target.x;
  return `${chart.x.label ? `${chart.x.label}: ` : ''}${valueText(value, chart.x.unit)}`;
};

function tooltipHtml(frame, target, theme) {
  const { chart } = frame;
  const found = rowsAt(frame, target);
  const most = max(0, ...found.map((row) => abs(row.y)));
  const small = most < 1e-3 || most >= 1e15;
  const decimals = small || found.every((row) => Number.isInteger(row.y)) ? undefined : decimalsFor(most);
  const rows = found.map((row) => `<tr${row.series.index === target.series ? ' class="on"' : ''}>`
    + `<td>${swatch(chart, row.series, theme, 22)}</td><th>${esc(row.series.name)}</th>`
    + `<td class="n">${row.exact ? '' : '≈ '}${esc(valueText(row.y, chart.y.unit === '%' ? '%' : '', decimals))}</td>`
    + `<td class="d">${esc(deviationText(row, decimals))}</td></tr>`);
  const unit = chart.y.unit && chart.y.unit !== '%' && !chart.across ? ` <span>in ${esc(chart.y.unit)}</span>` : '';
  return `<p>${esc(xText(chart, target))}${unit}</p><table>${rows.join('')}</table>`;
}

// For those who listen: the chosen series, or the first few.
function spokenText(frame, target) {
  const rows = rowsAt(frame, target);
  const said = rows.filter((row) => row.series.index === target.series);
  const list = (said.length ? said : rows.slice(0, 6))
    .map((row) => `${row.series.name} ${valueText(row.y, frame.chart.y.unit)}`);
  return `${xText(frame.chart, target)}. ${list.join(', ')}`;
}

function crosshairSvg(frame, target, theme) {
  if (frame.across) return '';
  const { box, chart } = frame;
  const x = frame.x.pixel(target.x);
  if (chart.kind === 'bars') {
    return tag('rect', { x: x - frame.group / 2, y: box.top, width: frame.group, height: box.bottom - box.top, fill: theme.ink, 'fill-opacity': '.07' });
  }
  const dots = rowsAt(frame, target).map((row) => {
    const y = frame.y.pixel(row.y);
    if (!(y >= box.top - 4 && y <= box.bottom + 4)) return '';
    const on = row.series.index === target.series;
    return `<circle cx="${px(x)}" cy="${px(y)}" r="${on ? 5.5 : 3.5}" fill="${colourOf(theme, row.series.style)}" stroke="${theme.paper}" stroke-width="1.5"/>`;
  });
  return tag('path', { d: `M${px(x)} ${px(box.top)}V${px(box.bottom)}`, stroke: theme.faint, 'stroke-dasharray': '3 3' }) + dots.join('');
}
