// A chart that answers: draws itself into its figure, with legend, buttons and what hover.js and
// zoom.js do.

const darkScreen = matchMedia('(prefers-color-scheme: dark)');
const make = (name, className, html = '') => {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.innerHTML = html;
  return element;
};

class ChartView {
  constructor(figure) {
    this.figure = figure;
    this.chart = readChart(figure.querySelector('script[type="application/json"]').textContent);
    this.view = { hidden: new Set(), xLog: this.chart.x.log, yLog: this.chart.y.log, zoom: null };
    this.target = null; // hover.js
    this.printing = false;
    this.build();
    listenToPointer(this);
    listenToKeys(this);
    new ResizeObserver(() => this.render()).observe(this.body);
  }

  get theme() { return darkScreen.matches && !this.printing ? DARK : LIGHT; }

  build() {
    const { chart, figure } = this;
    this.tools = make('div', 'tools');
    this.body = make('div', 'body');
    this.plot = make('div', 'plot');
    this.plot.tabIndex = 0;
    this.plot.setAttribute('role', 'application');
    this.plot.setAttribute('aria-roledescription', 'chart');
    this.plot.setAttribute('aria-label', `${chart.title}. ${chart.series.length} series: ${
      chart.series.slice(0, 12).map((series) => series.name).join(', ')}. Arrow keys move the crosshair, plus and minus zoom, Escape goes back.`);
    this.svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.svg.setAttribute('aria-hidden', 'true');
    this.svg.setAttribute('font-family', FONT);
    this.tip = make('div', 'tip');
    this.tip.hidden = true;
    this.plot.append(this.svg, this.tip);
    this.legend = make('ul', 'legend');
    this.legend.setAttribute('aria-label', 'Series; press to hide or show');
    this.live = make('div', 'unseen');
    this.live.setAttribute('aria-live', 'polite');
    this.body.append(this.plot, this.legend);
    this.buildTools();
    figure.querySelector('.static').before(this.tools, this.body, this.live);
    figure.classList.add('drawn');
    this.buildLegend();
  }

  button(text, title, action) {
    const button = make('button', '', esc(text));
    button.type = 'button';
    button.title = title;
    button.setAttribute('aria-label', `${title}: ${this.chart.title}`);
    button.addEventListener('click', action);
    return button;
  }

  buildTools() {
    const { chart, view } = this;
    const toggle = (axis, key) => {
      const button = this.button(`log ${axis}`, `Logarithmic ${axis} axis`, () => {
        view[key] = !view[key];
        view.zoom = null;
        this.render();
      });
      button.dataset.log = key;
      return button;
    };
    this.reset = this.button('reset zoom', 'Show everything again', () => this.zoomTo(null));
    const left = make('span');
    if (chart.kind !== 'bars') left.append(toggle('x', 'xLog'));
    left.append(toggle('y', 'yLog'), this.reset);
    const right = make('span');
    if (document.fullscreenEnabled) {
      right.append(this.button('', 'Full screen', () => (
        document.fullscreenElement ? document.exitFullscreen() : this.figure.requestFullscreen())));
      right.lastChild.innerHTML = '<svg width="1em" height="1em" viewBox="0 0 12 12" aria-hidden="true"><path d="M1 4.5V1h3.5M7.5 1H11v3.5M11 7.5V11H7.5M4.5 11H1V7.5" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>';
    }
    const save = (text, action) => {
      const button = this.button(text, `Save as ${text}`, action);
      button.dataset.save = text;
      right.append(button);
    };
    save('SVG', () => saveText(`${chart.id}.svg`, 'image/svg+xml', chartSvg(chart, view)));
    save('PNG', () => savePng(`${chart.id}.png`, chartSvg(chart, view)));
    save('CSV', () => saveText(`${chart.id}.csv`, 'text/csv', chartCsv(chart)));
    this.tools.append(left, right);
  }

  buildLegend() {
    const { chart, view } = this;
    this.items = chart.series.map((series) => {
      const item = make('li');
      const button = make('button', '', `<i></i><span>${esc(series.name)}</span>`);
      button.type = 'button';
      button.title = `${series.name}: click to hide or show, double-click to see it alone`;
      button.addEventListener('click', (event) => {
        if (event.shiftKey) { // a double click for those who use keys
          this.isolate(series.index);
          return;
        }
        if (!view.hidden.delete(series.index)) view.hidden.add(series.index);
        this.renderSoon();
      });
      button.addEventListener('dblclick', () => this.isolate(series.index));
      button.addEventListener('pointerenter', () => this.highlight(series.index));
      button.addEventListener('pointerleave', () => this.highlight(null));
      button.addEventListener('focus', () => this.highlight(series.index));
      button.addEventListener('blur', () => this.highlight(null));
      item.append(button);
      return item;
    });
    this.legend.append(...this.items);
    this.legend.hidden = chart.across || (chart.series.length < 2 && !chart.series[0]?.name);
  }

  isolate(index) {
    const { hidden } = this.view;
    const others = this.chart.series.map((series) => series.index).filter((other) => other !== index);
    const alone = !hidden.has(index) && others.every((other) => hidden.has(other));
    hidden.clear();
    if (!alone) others.forEach((other) => hidden.add(other));
    this.renderSoon();
  }

  highlight(index) {
    const on = index !== null && !this.view.hidden.has(index);
    this.svg.classList.toggle('dim', on);
    for (const group of this.svg.querySelectorAll('[data-s]')) group.classList.toggle('on', on && group.dataset.s === String(index));
    this.items.forEach((item, i) => item.classList.toggle('on', on && i === index));
  }

  zoomTo(zoom) {
    this.view.zoom = zoom;
    this.render();
  }

  // The names stay where they are for a moment: a second click must meet the same one.
  renderSoon() {
    this.render(false);
    clearTimeout(this.later);
    this.later = setTimeout(() => this.render(), 400);
  }

  render(placeNames = true) {
    const width = this.printing ? 900 : floor(this.body.clientWidth);
    if (width < 50) return;
    const { chart, view, theme } = this;
    const font = max(11, parseFloat(getComputedStyle(this.plot).fontSize));
    const full = document.fullscreenElement === this.figure;
    const rowHeight = font * 1.75;
    let wide = !this.printing && !this.legend.hidden && width >= font * 46;
    const names = max(0, ...chart.series.map((series) => textWidth(series.name, font)));
    const sizes = () => {
      const legendWidth = wide ? min(names + font * 4.2, width * 0.32) : 0;
      const plotWidth = floor(width - legendWidth);
      return { legendWidth, plotWidth, height: Math.round(max(font * 20, min(plotWidth * 0.56, font * 34))) };
    };
    let { legendWidth, plotWidth, height } = sizes();
    if (wide && !full && chart.series.length * rowHeight > height) {
      wide = false;
      ({ legendWidth, plotWidth, height } = sizes());
    }
    this.body.classList.toggle('wide', wide);
    if (chart.across) height = Math.round(min(height, chart.series.length * font * 3.6 + font * 5));
    if (full) height = max(200, innerHeight - this.body.getBoundingClientRect().top - font * (wide ? 3 : 8));
    this.frame = frameOf(chart, view, plotWidth, height, font);
    this.plot.style.width = `${plotWidth}px`;
    this.svg.setAttribute('width', plotWidth);
    this.svg.setAttribute('height', height);
    this.svg.setAttribute('viewBox', `0 0 ${plotWidth} ${height}`);
    this.markLegend();
    if (placeNames) this.placeLegend(wide, legendWidth, rowHeight);
    else this.rows = null;
    this.svg.innerHTML = drawPlot(this.frame, theme, `clip-${this.figure.id}`) + this.leaders() + '<g class="cross"></g>';
    this.reset.hidden = !view.zoom;
    for (const button of this.tools.querySelectorAll('[data-log]')) button.setAttribute('aria-pressed', String(view[button.dataset.log]));
    this.show(null);
  }

  markLegend() {
    this.items.forEach((item, i) => {
      item.firstChild.setAttribute('aria-pressed', String(!this.view.hidden.has(i)));
      item.querySelector('i').innerHTML = swatch(this.chart, this.chart.series[i], this.theme);
    });
  }

  // Beside the plot each name is where its line ends, if there is room; else they are a list.
  placeLegend(wide, width, rowHeight) {
    const { chart, view, frame } = this;
    this.rows = null;
    const fits = wide && chart.kind === 'line' && this.items.length * rowHeight <= frame.height;
    this.legend.classList.toggle('placed', fits);
    this.legend.style.width = wide ? `${floor(width)}px` : '';
    this.legend.style.height = wide ? `${frame.height}px` : '';
    if (!fits) {
      this.items.forEach((item) => { item.style.top = ''; });
      return;
    }
    const within = (y) => max(frame.box.top, min(frame.box.bottom, y));
    this.rows = chart.series.map((series) => ({ series, end: within(lineEnd(series, frame)) }));
    this.rows.sort((a, b) => a.end - b.end);
    const places = spread(this.rows.map(({ end }) => end), rowHeight, rowHeight / 2, frame.height - rowHeight / 2);
    this.rows.forEach((row, i) => {
      row.y = places[i];
      this.items[row.series.index].style.top = `${px(row.y - rowHeight / 2)}px`;
    });
    // Lines to names that are far off would say nothing.
    const far = this.rows.some(({ y, end }) => abs(y - end) > rowHeight * 5);
    this.rows = far ? null : this.rows.filter(({ series }) => !view.hidden.has(series.index));
  }

  leaders() {
    if (!this.rows) return '';
    const { right } = this.frame.box;
    return this.rows.map(({ series, end, y }) => tag('g', { 'data-s': String(series.index) },
      tag('path', { d: `M${px(right + 4)} ${px(end)}C${px(right + 12)} ${px(end)} ${px(right + 10)} ${px(y)} ${px(right + 20)} ${px(y)}`, fill: 'none', stroke: colourOf(this.theme, series.style), 'stroke-opacity': '.6' }))).join('');
  }

  // Puts the crosshair there; null takes it away.
  show(target, speak = false) {
    this.target = target;
    const cross = this.svg.querySelector('.cross');
    this.tip.hidden = !target;
    if (!cross) return;
    this.onShow?.(target);
    if (!target) {
      cross.innerHTML = '';
      this.highlight(null);
      return;
    }
    const { frame, theme, tip } = this;
    cross.innerHTML = crosshairSvg(frame, target, theme);
    tip.innerHTML = tooltipHtml(frame, target, theme);
    this.highlight(target.series);
    if (speak) this.live.textContent = spokenText(frame, target);
    this.placeTip(target);
  }

  // Shows what another chart over the same x shows, if it is on the screen.
  follow(other, target) {
    const { chart, frame, svg } = this;
    const title = axisTitle(chart.x);
    if (this.target || !frame || !title || title !== axisTitle(other.chart.x) || chart.kind !== 'line' || other.chart.kind !== 'line') return;
    const { top, bottom } = svg.getBoundingClientRect();
    const x = target && bottom > 0 && top < innerHeight ? frame.x.pixel(target.x) : NaN;
    const seen = x >= frame.box.left && x <= frame.box.right;
    const name = seen ? other.chart.series[target.series]?.name : undefined;
    const series = chart.series.find((one) => one.name === name)?.index ?? null;
    svg.querySelector('.cross').innerHTML = seen ? crosshairSvg(frame, { x: target.x, series }, this.theme) : '';
    this.highlight(series);
  }

  // Beside the crosshair, over the names if need be; on a phone below the plot. Not under the mouse.
  placeTip(target) {
    const { frame, tip } = this;
    const room = this.body.clientWidth;
    const [width, height] = [tip.offsetWidth, tip.offsetHeight];
    const x = frame.across ? frame.width : frame.x.pixel(target.x);
    const right = x + 16 + width <= room;
    const left = x - 16 - width >= 0;
    let top = frame.box.top + 4;
    if (frame.across) {
      const row = frame.shown.findIndex((series) => series.index === target.series);
      top = frame.box.top + frame.row * (row + 1);
    } else if (!right && !left) {
      top = frame.box.bottom + frame.font * 2;
    } else if (target.pixelY < (frame.box.top + frame.box.bottom) / 2) {
      top = max(top, frame.box.bottom - height - 4);
    }
    let at = right ? x + 16 : x - 16 - width;
    if (!right && !left) at = (room - width) / 2;
    tip.style.left = `${Math.round(at)}px`;
    tip.style.top = `${Math.round(top)}px`;
  }
}
