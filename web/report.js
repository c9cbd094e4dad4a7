// Brings a report to life. A chart that can't be drawn keeps its static picture.

const views = [];
for (const figure of document.querySelectorAll('figure.chart')) {
  try {
    views.push(new ChartView(figure));
  } catch (error) {
    figure.classList.remove('drawn');
    figure.classList.add('failed');
    console.error(error);
  }
}
for (const view of views) {
  view.onShow = (target) => views.forEach((other) => { if (other !== view) other.follow(view, target); });
}
document.querySelectorAll('.table table').forEach(makeSortable);

const renderAll = () => views.forEach((view) => view.render());
darkScreen.addEventListener('change', renderAll);
document.addEventListener('fullscreenchange', renderAll);
for (const [name, printing] of [['beforeprint', true], ['afterprint', false]]) {
  addEventListener(name, () => {
    views.forEach((view) => { view.printing = printing; });
    renderAll();
  });
}

// On a small screen the contents would hide the report.
const contents = document.querySelector('.contents');
const wideScreen = matchMedia('(min-width: 75rem)');
const foldContents = () => { contents.open = wideScreen.matches; };
wideScreen.addEventListener('change', foldContents);
foldContents();

if (views.length) {
  const hint = make('p', 'hint', 'Charts: point at them for values; drag to zoom, double-click to go back; click a name to hide it, double-click to see it alone. With the keyboard: arrow keys, + and −.');
  document.querySelector('header').append(hint);
}

// The contents show where the reader is.
const links = new Map([...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]));
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) links.get(target.id)?.classList.toggle('here', isIntersecting);
}, { rootMargin: '-15% 0px -55% 0px' });
document.querySelectorAll('section[id], figure[id]').forEach((element) => seen.observe(element));
