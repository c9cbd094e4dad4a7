// Numbers and text as they are shown.

const { abs, ceil, floor, max, min } = Math;
const isNumber = Number.isFinite;

const esc = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

const superscript = (number) => String(number).replace(/./g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[c]));

const UNITS = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k']];

function powerText(value, exponent, digits = 4) {
  const factor = String(Number((value / 10 ** exponent).toPrecision(digits)));
  return `${factor === '1' ? '' : `${factor}×`}10${superscript(exponent)}`;
}

// To be read on an axis: 15 k, 2.5 M, 10⁻⁶.
function shortNumber(value, digits = 4) {
  if (value < 0) return `−${shortNumber(-value, digits)}`;
  if (value === 0) return '0';
  if (value >= 1e15 || value < 1e-3) return powerText(value, floor(Math.log10(value) + 1e-9), digits);
  const [size, letter] = value >= 1e4 ? UNITS.find(([unit]) => value >= unit) : [1, ''];
  return `${Number((value / size).toPrecision(digits))}${letter}`;
}

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

// How many decimals show four digits of a number of this size.
const decimalsFor = (size) => (size > 0 ? max(0, min(9, 3 - floor(Math.log10(size)))) : 0);

// To be read beside a crosshair: four digits at least, thousands in groups. With `decimals` as many
// as others have beside it.
function valueText(value, unit = '', decimals = undefined) {
  let text;
  const size = abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-4)) {
    text = shortNumber(value);
  } else if (decimals !== undefined && (size === 0 || size * 10 ** decimals >= 100)) {
    text = size >= 1e4 ? GROUPED.format(value) : value.toFixed(decimals);
  } else if (Number.isInteger(value) || size >= 1e4) {
    text = GROUPED.format(value);
  } else {
    text = String(Number(value.toPrecision(4)));
  }
  text = text.replace('-', '−');
  if (!unit) return text;
  return unit === '%' ? `${text}%` : `${text} ${unit}`;
}

const axisTitle = (axis) => {
  if (!axis.unit || axis.unit === '%') return axis.label;
  return axis.label ? `${axis.label} (${axis.unit})` : axis.unit;
};

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const measure = document.createElement('canvas').getContext('2d');
const widths = new Map(); // of text at 100 pixels, as measuring takes its time
function textWidth(text, size, weight = 400) {
  const key = weight + text;
  if (!widths.has(key)) {
    measure.font = `${weight} 100px ${FONT}`;
    widths.set(key, measure.measureText(text).width);
  }
  return (widths.get(key) * size) / 100;
}

function fittingText(text, width, size) {
  if (textWidth(text, size) <= width) return text;
  const letters = [...text];
  while (letters.length && textWidth(`${letters.join('')}…`, size) > width) letters.pop();
  return `${letters.join('')}…`;
}

function wrappedText(text, width, size, weight) {
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length && textWidth(longer, size, weight) <= width) lines[lines.length - 1] = longer;
    else if (word) lines.push(word);
  }
  return lines;
}
