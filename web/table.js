// Tables that are sorted by a click on a column's name: numbers by value, what is none last.

function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const original = [...body.rows];
  heads.forEach((head, column) => {
    const numeric = head.classList.contains('n');
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    const keyOf = (row) => {
      const text = row.cells[column].textContent;
      if (!numeric) return text;
      const value = parseFloat(text.replace(/,/g, '').replace('−', '-'));
      return Number.isNaN(value) ? null : value;
    };
    button.addEventListener('click', () => {
      // Numbers begin with the largest; the third click gives the order of the report.
      const turns = numeric ? ['descending', 'ascending', null] : ['ascending', 'descending', null];
      const now = turns[(turns.indexOf(head.getAttribute('aria-sort')) + 1) % 3];
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      if (now) head.setAttribute('aria-sort', now);
      const sign = now === 'descending' ? -1 : 1;
      const compare = (a, b) => {
        const [one, other] = [keyOf(a), keyOf(b)];
        if (one === null || other === null) return (one === null) - (other === null);
        return sign * (numeric ? one - other : one.localeCompare(other, 'en', { numeric: true }));
      };
      body.append(...(now ? [...original].sort(compare) : original));
    });
  });
}
