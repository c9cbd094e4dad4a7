// Draws a chart as SVG text: on the screen in the reader's colours, into files in light ones.
//
// A view is what the reader made of the chart: {hidden: Set of series, xLog, yLog, zoom: {x, y}}.

const tag = (name, attributes, content) => {
  const list = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : esc(value)}"`).join('');
  return content === undefined ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`;
};
const label = (x, y, text, size, fill, more = {}) =>
  tag('text', { x, y, 'font-size': size, fill, ...more }, esc(text));

const MIDDLE = { 'text-anchor': 'middle' };

const shownSeries = (chart, view) => chart.series.filter((series) => !view.hidden.has(series.index));

// Where everything is: scales and the plot's box for a picture of this size.
function frameOf(chart, view, width, height, font) {
  const shown = shownSeries(chart, view);
  const bars = chart.kind === 'bars';
  const xExtent = jointExtent(shown.map((series) => series.xExtent));
  const xLog = view.xLog && !bars && xExtent.positive < Infinity;
  const xEnds = view.zoom?.x ?? endsOf(chart.x, xLog, xExtent, false);
  const zoomed = view.zoom?.x && chart.kind === 'line';
  const yExtent = jointExtent(shown.map((series) => (zoomed
    ? extentOf([series.y, series.low, series.high], lowerBound(series.x, xEnds[0]), lowerBound(series.x, xEnds[1]) + 1)
    : series.yExtent)));
  const yLog = view.yLog && yExtent.positive < Infinity;
  if (bars && !yLog) { // a bar's length is its value
    yExtent.low = min(0, yExtent.low);
    yExtent.high = max(0, yExtent.high);
  }
  const yEnds = view.zoom?.y ?? endsOf(zoomed ? {} : chart.y, yLog, yExtent, true, !zoomed);
  const frame = { chart, shown, font, width, height, across: chart.across };
  if (chart.across) {
    const names = max(0, ...shown.map((series) => textWidth(series.name, font * 1.05)));
    const left = min(names + 14, width * 0.38);
    frame.box = { left, top: 6, right: width - font * 5.2, bottom: height - font * 3.6 };
    frame.y = makeScale(yLog, yEnds, frame.box.left, frame.box.right, chart.y.unit);
    frame.x = frame.y;
    frame.row = (frame.box.bottom - frame.box.top) / max(1, shown.length);
    return frame;
  }
  const top = axisTitle(chart.y) ? font * 2.2 : font;
  const bottom = height - font * (axisTitle(chart.x) ? 3.6 : 2);
  frame.y = makeScale(yLog, yEnds, bottom, top, chart.y.unit);
  frame.yTicks = frame.y.ticks(max(2, floor((bottom - top) / (font * 3))));
  const left = max(...frame.yTicks.map((tick) => textWidth(tick.text, font)), 10) + 10;
  const right = width - (chart.kind === 'line' ? 20 : 14);
  frame.box = { left, top, right, bottom };
  frame.x = makeScale(xLog, bars ? [-0.5, chart.places.length - 0.5] : xEnds, left, right, chart.x.unit);
  if (bars) frame.group = (right - left) / chart.places.length;
  return frame;
}

function drawAxes(frame, theme) {
  const { box, font, chart } = frame;
  const out = [];
  for (const tick of frame.yTicks) {
    const y = Math.round(frame.y.pixel(tick.at)) + 0.5;
    out.push(tag('path', { d: `M${px(box.left)} ${y}H${px(box.right)}`, stroke: tick.text ? theme.grid : theme.faintGrid }));
    if (tick.text) out.push(label(box.left - 7, y + font * 0.35, tick.text, font, theme.faint, { 'text-anchor': 'end' }));
  }
  if (chart.kind === 'bars') {
    const every = ceil((font * 4.4) / frame.group);
    chart.places.forEach((place, i) => {
      if (i % every === 0) out.push(label(frame.x.pixel(i), box.bottom + font * 1.45, shortNumber(place), font, theme.faint, MIDDLE));
    });
  } else {
    for (const tick of frame.x.ticks(max(2, floor((box.right - box.left) / (font * 6.6))))) {
      const x = Math.round(frame.x.pixel(tick.at)) + 0.5;
      if (frame.x.log) out.push(tag('path', { d: `M${x} ${px(box.top)}V${px(box.bottom)}`, stroke: tick.text ? theme.grid : theme.faintGrid }));
      if (!tick.text) continue;
      out.push(tag('path', { d: `M${x} ${px(box.bottom)}v5`, stroke: theme.faint }));
      out.push(label(x, box.bottom + font * 1.45, tick.text, font, theme.faint,
        { 'text-anchor': x + textWidth(tick.text, font) / 2 > frame.width ? 'end' : 'middle' }));
    }
  }
  const base = chart.kind === 'bars' ? min(box.bottom, max(box.top, frame.y.log ? box.bottom : frame.y.pixel(0))) : box.bottom;
  out.push(tag('path', { d: `M${px(box.left)} ${Math.round(base) + 0.5}H${px(box.right)}`, stroke: theme.faint }));
  out.push(label(0, font * 0.95, axisTitle(chart.y), font, theme.faint));
  out.push(label((box.left + box.right) / 2, frame.height - font * 0.5, axisTitle(chart.x), font, theme.faint, MIDDLE));
  return out.join('');
}

function drawLines(frame, theme) {
  const groups = frame.shown.map((series) => {
    const colour = colourOf(theme, series.style);
    const dashes = dashesOf(series.style);
    const band = bandPath(series, frame, frame.box.bottom);
    const line = linePath(series, frame);
    return { series, band: band && tag('path', { d: band, fill: colour, 'fill-opacity': String(theme.band) }),
      line: tag('path', { d: line, fill: 'none', stroke: colour, 'stroke-width': frame.font / 6, 'stroke-linejoin': 'round',
        'stroke-dasharray': dashes && dashes.split(' ').map((dash) => px((dash * frame.font) / 12)).join(' '), 'stroke-linecap': dashes ? '' : 'round' }) };
  });
  // The first is on top: it is the one that the chart is about.
  return groups.map(({ series, band }) => tag('g', { 'data-s': String(series.index) }, band)).join('')
    + groups.reverse().map(({ series, line }) => tag('g', { 'data-s': String(series.index) }, line)).join('');
}

// The pixels of a point's low and high end, or null.
function rangeOf(frame, series, i) {
  const range = series.low ? [series.low[i], series.high[i]].map((value) => px(frame.y.pixel(value))) : [NaN];
  return range.every(isNumber) ? range : null;
}

const MARKERS = [
  (x, y, r) => `M${px(x - r)} ${px(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  (x, y, r) => `M${px(x - r * 0.9)} ${px(y - r * 0.9)}h${px(r * 1.8)}v${px(r * 1.8)}h${px(-r * 1.8)}Z`,
  (x, y, r) => `M${px(x)} ${px(y - r * 1.2)}l${px(r * 1.15)} ${px(r * 2.1)}h${px(-r * 2.3)}Z`,
  (x, y, r) => `M${px(x)} ${px(y - r * 1.3)}l${px(r * 1.2)} ${px(r * 1.3)} ${px(-r * 1.2)} ${px(r * 1.3)} ${px(-r * 1.2)} ${px(-r * 1.3)}Z`,
];

function drawPoints(frame, theme) {
  const many = frame.shown.reduce((sum, series) => sum + series.x.length, 0) > 800;
  const radius = many ? 2.4 : 3.6;
  return frame.shown.slice().reverse().map((series) => {
    const colour = colourOf(theme, series.style);
    const seen = new Set(); // points on one pixel look like one
    let markers = '';
    let whiskers = '';
    for (let i = 0; i < series.x.length; ++i) {
      const x = frame.x.pixel(series.x[i]);
      const y = frame.y.pixel(series.y[i]);
      const key = Math.round(x) * 65536 + Math.round(y);
      if (!isNumber(key) || seen.has(key)) continue;
      if (x < frame.box.left - 9 || x > frame.box.right + 9 || y < frame.box.top - 9 || y > frame.box.bottom + 9) continue;
      seen.add(key);
      markers += MARKERS[series.style % 4](x, y, radius);
      const range = rangeOf(frame, series, i);
      if (range) whiskers += `M${px(x)} ${range.join('V')}`;
    }
    return tag('g', { 'data-s': String(series.index) },
      (whiskers && tag('path', { d: whiskers, stroke: colour }))
      + tag('path', { d: markers, fill: colour, 'fill-opacity': many ? '.55' : '.8' }));
  }).join('');
}

function drawBarGroups(frame, theme) {
  const bar = (frame.group * 0.8) / max(1, frame.shown.length);
  const base = frame.y.log ? frame.box.bottom : frame.y.pixel(0);
  return frame.shown.map((series, k) => {
    const bars = [];
    for (let i = 0; i < series.x.length; ++i) {
      const end = frame.y.pixel(series.y[i]);
      if (!isNumber(end)) continue;
      const x = frame.x.pixel(lowerBound(frame.chart.places, series.x[i])) - frame.group * 0.4 + bar * k;
      bars.push(tag('rect', { x, y: min(base, end), width: max(bar - 1, 0.5), height: abs(end - base),
        fill: colourOf(theme, series.style), rx: bar > 8 ? '2' : '' }));
      const range = rangeOf(frame, series, i);
      if (range) bars.push(tag('path', { d: `M${px(x + bar / 2)} ${range.join('V')}`, stroke: theme.ink }));
    }
    return tag('g', { 'data-s': String(series.index) }, bars.join(''));
  }).join('');
}

function drawBarsAcross(frame, theme) {
  const { box, font, chart } = frame;
  const out = [];
  for (const tick of frame.y.ticks(max(2, floor((box.right - box.left) / (font * 6.6))))) {
    const x = Math.round(frame.y.pixel(tick.at)) + 0.5;
    out.push(tag('path', { d: `M${x} ${box.top}V${px(box.bottom)}`, stroke: tick.text ? theme.grid : theme.faintGrid }));
    out.push(label(x, box.bottom + font * 1.4, tick.text, font, theme.faint, MIDDLE));
  }
  const base = frame.y.log ? box.left : max(box.left, frame.y.pixel(0));
  const thick = min(frame.row * 0.72, 46);
  frame.shown.forEach((series, k) => {
    const middle = box.top + frame.row * (k + 0.5);
    const end = frame.y.pixel(series.y[0]);
    const parts = [label(box.left - 9, middle + font * 0.35, fittingText(series.name, box.left - 12, font * 1.05), font * 1.05, theme.ink, { 'text-anchor': 'end' })];
    if (isNumber(end)) {
      const range = rangeOf(frame, series, 0);
      parts.push(tag('rect', { x: min(base, end), y: middle - thick / 2, width: abs(end - base), height: thick,
        fill: colourOf(theme, series.style), rx: '2' }));
      if (range) parts.push(tag('path', { d: `M${range[0]} ${px(middle)}H${range[1]}m0 -4v8M${range[0]} ${px(middle - 4)}v8`, stroke: theme.ink, 'stroke-width': '1.4', fill: 'none' }));
      parts.push(label(max(base, end, range?.[1] ?? end) + 7, middle + font * 0.35, valueText(series.y[0], chart.y.unit === '%' ? '%' : ''), font, theme.ink, { 'font-weight': '600' }));
    }
    out.push(tag('g', { 'data-s': String(series.index) }, parts.join('')));
  });
  out.push(tag('path', { d: `M${Math.round(base) + 0.5} ${box.top}V${px(box.bottom)}`, stroke: theme.faint }));
  out.push(label((box.left + box.right) / 2, frame.height - font * 0.5, axisTitle(chart.y), font, theme.faint, MIDDLE));
  return out.join('');
}

// The whole plot; `clip` names an element and must be its own in the document.
function drawPlot(frame, theme, clip) {
  const { box } = frame;
  if (!(jointExtent(frame.shown.map((series) => series.yExtent)).low < Infinity)) {
    return label(frame.width / 2, frame.height / 2, 'nothing to show', frame.font, theme.faint, MIDDLE);
  }
  if (frame.across) return drawBarsAcross(frame, theme);
  const draw = { line: drawLines, scatter: drawPoints, bars: drawBarGroups }[frame.chart.kind];
  return `${drawAxes(frame, theme)}<clipPath id="${clip}">${tag('rect', { x: box.left - 3, y: box.top - 3, width: box.right - box.left + 6, height: box.bottom - box.top + 6 })}</clipPath>`
    + tag('g', { 'clip-path': `url(#${clip})` }, draw(frame, theme));
}

// A short piece of the series' line, for legends and tooltips.
function swatch(chart, series, theme, width = 26) {
  const line = chart.kind === 'line';
  const inner = chart.kind === 'scatter'
    ? tag('path', { d: MARKERS[series.style % 4](width / 2, 6, 4), fill: colourOf(theme, series.style) })
    : tag('path', { d: `M1 6H${width - 1}`, stroke: colourOf(theme, series.style), 'stroke-width': line ? '2.4' : '9', 'stroke-dasharray': line ? dashesOf(series.style) : '' });
  return `<svg width="${width}" height="12" viewBox="0 0 ${width} 12" aria-hidden="true">${inner}</svg>`;
}

// Where each shown line ends, in pixels.
function lineEnd(series, frame) {
  for (let i = min(series.x.length, lowerBound(series.x, frame.x.high) + 1) - 1; i >= 0; --i) {
    const y = frame.y.pixel(series.y[i]);
    if (frame.x.pixel(series.x[i]) <= frame.box.right + 0.5 && isNumber(y)) return y;
  }
  return frame.box.bottom;
}

// Places rows of this height near where they want to be without overlap. REQUIRES: ascending.
function spread(wanted, height, top, bottom) {
  const places = [];
  wanted.forEach((y, i) => places.push(max(y, i ? places[i - 1] + height : top)));
  for (let i = places.length - 1, limit = bottom; i >= 0; --i, limit = places[i + 1] - height) places[i] = min(places[i], limit);
  return places;
}
