// A chart as a file: SVG for papers, PNG for slides, CSV for programs.

function chartCsv(chart) {
  const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const number = (value) => (isNumber(value) ? String(value) : '');
  const lines = ['series,x,y,low,high'];
  const given = JSON.parse(chart.text).series; // in its own order, with what is not drawn
  for (const series of given) {
    const all = isNumber(series.x) ? given[series.x].x : series.x;
    all.forEach((x, i) => lines.push(
      [field(series.name), ...[x, series.y[i], series.low?.[i], series.high?.[i]].map(number)].join(',')));
  }
  return `${lines.join('\r\n')}\r\n`;
}

// As the reader sees it now, on light paper.
function chartSvg(chart, view, width = 960, height = 540) {
  const margin = 18;
  const theme = LIGHT;
  const out = [];
  let top = margin;
  for (const line of wrappedText(chart.title, width - 2 * margin, 19, 600)) {
    out.push(label(margin, top += 20, line, 19, theme.ink, { 'font-weight': '600' }));
    top += 4;
  }
  for (const line of wrappedText(chart.note, width - 2 * margin, 13)) out.push(label(margin, top += 17, line, 13, theme.faint));
  top += 12;
  const shown = shownSeries(chart, view);
  const names = chart.across || (chart.series.length < 2 && !chart.series[0]?.name) ? 0
    : min(320, 40 + max(0, ...shown.map((series) => textWidth(series.name, 13))));
  const frame = frameOf(chart, view, width - 2 * margin - names, height - top - margin + 6, 13);
  out.push(tag('g', { transform: `translate(${margin} ${px(top)})` }, drawPlot(frame, theme, 'clip')));
  if (names) {
    const ordered = chart.kind === 'line'
      ? shown.map((series) => ({ series, y: lineEnd(series, frame) })).sort((a, b) => a.y - b.y)
      : shown.map((series) => ({ series, y: 0 }));
    const step = min(19, (frame.box.bottom - frame.box.top + 20) / max(1, ordered.length));
    const rows = spread(ordered.map(({ y }) => y), step, frame.box.top + 4, frame.box.bottom + 20);
    ordered.forEach(({ series }, i) => {
      const x = width - margin - names + 2;
      out.push(tag('g', { transform: `translate(${px(x)} ${px(top + rows[i] - 6)})` }, swatch(chart, series, theme)));
      out.push(label(x + 33, top + rows[i] + 4.5, fittingText(series.name, names - 36, 13), 13, theme.ink));
    });
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}">`
    + `<title>${esc(chart.title)}</title><rect width="${width}" height="${height}" fill="${theme.paper}"/>${out.join('')}</svg>\n`;
}

function saveBlob(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

const saveText = (name, type, text) => saveBlob(name, new Blob([text], { type }));

// Twice the size, so that it is sharp on a projector.
function savePng(name, svg, scale = 2) {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => saveBlob(name, blob), 'image/png');
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
