// What tells one series from another: src/report/palette.h has the same colours for light paper.

const LIGHT = {
  paper: '#ffffff', ink: '#1d2430', faint: '#5b6470', grid: '#e3e6ea', faintGrid: '#f1f3f5', band: 0.15,
  series: ['#1b63b0', '#c84d01', '#1c976c', '#3e3e4a', '#b03990', '#2498d3',
           '#9e7700', '#5a3ba9', '#c72045', '#138383', '#733a00', '#848c1f'],
};
const DARK = {
  paper: '#171b21', ink: '#e6e9ee', faint: '#9aa4b1', grid: '#2c333d', faintGrid: '#21262e', band: 0.2,
  series: ['#28a4ff', '#f7933e', '#139563', '#e8eaf4', '#d578b8', '#9ddcff',
           '#e9b94b', '#ad9cfe', '#fa8689', '#59cfc9', '#bd8c4b', '#e2de5e'],
};
const DASHES = ['', '7 3', '2 2.5', '9 3 2 3', '12 3 2 3 2 3'];

const colourOf = (theme, series) => theme.series[series % theme.series.length];
const dashesOf = (series) => DASHES[floor(series / 4) % DASHES.length];
