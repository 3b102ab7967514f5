'use strict';
// Lists can be searched and sorted. Without this script they are all there, in the order of their places.
(() => {
  const step = 50; // rows that are shown at first, and then at a time
  const number = text => Number(text.replace(/[^0-9]/g, ''));

  // What a link leads to is opened, in browsers that do not do that by themselves, too.
  function reveal() {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let inside = target.closest('details'); inside; inside = inside.parentElement.closest('details')) inside.open = true;
    target.scrollIntoView();
  }
  addEventListener('hashchange', reveal);
  addEventListener('load', reveal);

  for (const table of document.querySelectorAll('table.list')) enhance(table, table.dataset.list);

  function enhance(table, name) {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, rank) => ({ row, rank, key: row.cells[0].textContent.toLowerCase() }));
    const heads = [...table.tHead.rows[0].cells];
    let found = rows, limit = step;

    const input = Object.assign(document.createElement('input'), { type: 'search', id: 'search-' + name, autocomplete: 'off', spellcheck: false });
    const label = Object.assign(document.createElement('label'), { htmlFor: input.id, textContent: 'Search the ' + name });
    const status = document.createElement('span');
    status.setAttribute('role', 'status');
    status.className = 'muted';
    const tools = document.createElement('div');
    tools.className = 'tools';
    tools.append(label, input, status);
    const more = Object.assign(document.createElement('button'), { type: 'button', className: 'more' });
    table.parentElement.before(tools);
    table.parentElement.after(more);
    table.parentElement.classList.add('scripted');

    function show() {
      const shown = new Set(found.slice(0, limit));
      for (const entry of rows) entry.row.hidden = !shown.has(entry);
      const left = found.length - shown.size;
      more.hidden = left === 0;
      more.textContent = 'Show ' + Math.min(step, left) + ' more';
      status.textContent = (found.length === rows.length ? '' : found.length.toLocaleString('en') + ' found, ') + shown.size.toLocaleString('en') + ' of ' + rows.length.toLocaleString('en') + ' shown';
    }

    function search() {
      const words = input.value.toLowerCase().split(/\s+/);
      found = rows.filter(entry => words.every(word => entry.key.includes(word)));
      limit = step;
      show();
    }

    // What a row has in a column, so that it can be compared. Dates that are missing come last.
    function value(entry, column) {
      if (column === 0) return entry.key;
      const cell = entry.row.cells[column];
      if (cell.className === 'n') return number(cell.textContent);
      return /^\d/.test(cell.textContent) ? cell.textContent : '';
    }

    function sort(column, direction) {
      for (const entry of rows) entry.value = value(entry, column);
      rows.sort((a, b) => {
        if (a.value === b.value) return a.rank - b.rank;
        if (a.value === '' || b.value === '') return a.value === '' ? 1 : -1;
        return (a.value < b.value ? -1 : 1) * direction;
      });
      body.append(...rows.map(entry => entry.row));
      heads.forEach((head, i) => {
        if (i === column) head.setAttribute('aria-sort', direction < 0 ? 'descending' : 'ascending');
        else head.removeAttribute('aria-sort');
      });
      search();
    }

    heads.forEach((head, column) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: head.textContent });
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const sorted = head.getAttribute('aria-sort');
        const first = head.className === 'n' ? -1 : 1;
        sort(column, sorted === null ? first : sorted === 'ascending' ? -1 : 1);
      });
    });
    heads[1].setAttribute('aria-sort', 'descending');
    input.addEventListener('input', search);
    more.addEventListener('click', () => {
      const at = found[limit];
      limit += step;
      show();
      const link = at && at.row.querySelector('a');
      if (link) link.focus();
    });
    show();
  }
})();
