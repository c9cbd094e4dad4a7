// Mouse, finger and keys on a chart.
//
// A wheel over a chart scrolls the page unless the chart has the focus or Ctrl is held: who reads
// down a page must not be caught by a chart.

// The ends of a part of the axis between two pixels.
const between = (scale, one, other) => [scale.value(min(one, other)), scale.value(max(one, other))];

// Zooms by a factor around a pixel; beyond the whole picture there is nothing to see.
function zoomAround(view, factor, x, y) {
  const { frame } = view;
  const { box } = frame;
  const around = (scale, from, to, at) => {
    const ends = [at + (from - at) * factor, at + (to - at) * factor].map(scale.value);
    return ends[0] < ends[1] ? ends : [ends[1], ends[0]];
  };
  const zoom = { x: around(frame.x, box.left, box.right, x), y: y === null ? null : around(frame.y, box.bottom, box.top, y) };
  const whole = frameOf(view.chart, { ...view.view, zoom: null }, frame.width, frame.height, frame.font);
  const covers = zoom.x[0] <= whole.x.low && zoom.x[1] >= whole.x.high;
  if (factor > 1 && covers) {
    view.zoomTo(null);
    return;
  }
  const limit = ([low, high], scale) => [max(low, scale.low), min(high, scale.high)];
  zoom.x = limit(zoom.x, whole.x);
  if (zoom.y) zoom.y = limit(zoom.y, whole.y);
  if ([zoom.x, zoom.y ?? [0, 1]].every(([low, high]) => high - low > 1e-9 * max(abs(low), abs(high)))) view.zoomTo(zoom);
}

function selectionZoom(view, from, to) {
  const { frame } = view;
  const zoom = { x: between(frame.x, from.x, to.x), y: null };
  const tall = abs(to.y - from.y) > 24;
  const wide = abs(to.x - from.x) > 8;
  if (tall) zoom.y = between(frame.y, from.y, to.y).sort((a, b) => a - b);
  if (!wide) zoom.x = [frame.x.low, frame.x.high];
  if (wide || tall) view.zoomTo(zoom);
}

function listenToPointer(view) {
  const { plot } = view;
  const placeOf = (event) => {
    const rect = view.svg.getBoundingClientRect();
    const { box } = view.frame;
    const [x, y] = [event.clientX - rect.left, event.clientY - rect.top];
    const inside = x >= box.left - 12 && x <= box.right + 12 && y >= box.top - 12 && y <= box.bottom + 12;
    return { inside: inside || view.frame.across, x: max(box.left, min(box.right, x)), y: max(box.top, min(box.bottom, y)) };
  };
  const point = ({ inside, x, y }) => {
    const target = inside ? targetAt(view.frame, x, y) : null;
    view.show(target && { ...target, pixelY: y });
  };
  const canZoom = () => view.chart.kind !== 'bars';
  let from = null;
  let turned = null;
  let wheel = 0;

  plot.addEventListener('pointerdown', (event) => {
    const place = placeOf(event);
    if (event.pointerType === 'mouse' && event.button === 0 && place.inside && canZoom()) {
      from = place;
      plot.setPointerCapture(event.pointerId);
    } else if (event.pointerType !== 'mouse') {
      point(place);
    }
  });
  plot.addEventListener('pointermove', (event) => {
    const place = placeOf(event);
    if (!from) {
      point(place);
      return;
    }
    const tall = abs(place.y - from.y) > 24;
    const { box } = view.frame;
    view.show(null);
    view.svg.querySelector('.cross').innerHTML = tag('rect', {
      x: min(from.x, place.x), width: abs(place.x - from.x), y: tall ? min(from.y, place.y) : box.top,
      height: tall ? abs(place.y - from.y) : box.bottom - box.top, fill: colourOf(view.theme, 0), 'fill-opacity': '.15' });
  });
  plot.addEventListener('pointerup', (event) => {
    if (!from) return;
    const start = from;
    from = null;
    view.svg.querySelector('.cross').innerHTML = '';
    selectionZoom(view, start, placeOf(event));
  });
  plot.addEventListener('pointercancel', () => { from = null; });
  plot.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse') view.show(null); });
  plot.addEventListener('dblclick', () => view.zoomTo(null));
  plot.addEventListener('wheel', (event) => {
    const meant = event.ctrlKey || event.metaKey || document.activeElement === plot;
    if (!meant || !canZoom() || (event.deltaY > 0 && !view.view.zoom)) return;
    event.preventDefault();
    wheel += max(-200, min(200, event.deltaY));
    const place = placeOf(event);
    turned ??= requestAnimationFrame(() => { // once for all turns within a frame
      zoomAround(view, Math.exp(wheel * 0.002), place.x, place.y);
      turned = null;
      wheel = 0;
    });
  }, { passive: false });
}

// Up and down choose among the series in the order in which they lie there.
function nextSeries(frame, target, direction) {
  const rows = rowsAt(frame, target);
  if (!rows.length || frame.chart.kind === 'scatter') return target;
  const now = rows.findIndex((row) => row.series.index === target.series);
  const next = now < 0 ? (direction > 0 ? 0 : rows.length - 1) : (now + direction + rows.length) % rows.length;
  return { ...target, series: rows[next].series.index };
}

function listenToKeys(view) {
  view.plot.addEventListener('keydown', (event) => {
    const { frame, target } = view;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = target && !frame.across ? frame.x.pixel(target.x) : (frame.box.left + frame.box.right) / 2;
    const move = (next) => view.show(next, true);
    const across = (direction) => nextTarget(frame, target, direction, event.shiftKey);
    const actions = {
      ArrowRight: () => move(across(1)),
      ArrowLeft: () => move(across(-1)),
      ArrowDown: () => move(frame.across || !target ? across(1) : nextSeries(frame, target, 1)),
      ArrowUp: () => move(frame.across || !target ? across(-1) : nextSeries(frame, target, -1)),
      Home: () => move(frame.across ? nextTarget(frame, null, 1) : targetAt(frame, frame.box.left, 0)),
      End: () => move(frame.across ? nextTarget(frame, null, -1) : targetAt(frame, frame.box.right, 0)),
      '+': () => zoomAround(view, 0.7, middle, null),
      '-': () => { if (view.view.zoom) zoomAround(view, 1 / 0.7, middle, null); },
      Escape: () => (target ? view.show(null) : view.zoomTo(null)),
    };
    const action = actions[event.key === '=' ? '+' : event.key];
    if (!action || (view.chart.kind === 'bars' && '+-='.includes(event.key))) return;
    if (event.key === 'Escape' && document.fullscreenElement) return;
    event.preventDefault();
    const at = target;
    action();
    if ('+-='.includes(event.key) && at) move(at);
  });
  view.plot.addEventListener('blur', () => view.show(null));
}
