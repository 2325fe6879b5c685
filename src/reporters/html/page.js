// Script of the page. It only reads the DOM, so it never contains a string of the report. The hash stores filter and sort order, like
// #verdict=fail&text=cosmos&endpoints=-latency, so that a link shows the same view.
'use strict';
(() => {
  // Each row has its own table body, which includes its findings.
  const tables = [...document.querySelectorAll('table')].map((element) => {
    const heads = [...element.tHead.rows[0].cells];
    const firstOrder = heads[0].dataset.name;
    const name = element.id.replace('-table', '');
    return { element, name, heads, rows: [...element.tBodies], firstOrder, order: firstOrder };
  });
  // Sorts numbers of any length as numbers, also within words.
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

  /** An order is the name of a column; with a minus it is descending. */
  const sortTable = (table, order) => {
    const descending = order.startsWith('-');
    const column = table.heads.findIndex(({ dataset }) => dataset.name === order.replace(/^-/, ''));
    if (column === -1 || order === table.order) return;
    table.order = order;
    for (const head of table.heads) head.removeAttribute('aria-sort');
    table.heads[column].setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const keyed = table.rows.map((row) => {
      const cell = row.rows[0].cells[column];
      return { row, key: cell.dataset.key ?? cell.firstChild?.textContent ?? '' };
    });
    const known = keyed.filter(({ key }) => key !== '');
    known.sort((a, b) => (descending ? collator.compare(b.key, a.key) : collator.compare(a.key, b.key)));
    // Unknown values come last in both directions.
    const sorted = [...known, ...keyed.filter(({ key }) => key === '')];
    table.element.append(...sorted.map(({ row }) => row));
  };

  // Browsers don't recognise a table that is laid out otherwise unless its roles are explicit.
  const roles = {
    TABLE: 'table',
    CAPTION: 'caption',
    THEAD: 'rowgroup',
    TBODY: 'rowgroup',
    TR: 'row',
    TD: 'cell',
  };
  const setRoles = (table) => {
    for (const part of [table, ...table.querySelectorAll('caption, thead, tbody, tr, td, th')])
      part.setAttribute('role', roles[part.tagName] ?? (part.scope === 'row' ? 'rowheader' : 'columnheader'));
  };

  const putIntoButton = (head, onClick) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', onClick);
    head.append(button);
    return button;
  };

  const form = document.getElementById('filter');
  const rows = [...document.querySelectorAll('#endpoints-table > tbody')];
  const boxes = form === null ? [] : [...form.querySelectorAll('input[type=checkbox]')];
  const texts = new Map();

  // Read once per row, and only if there is a text to search for. The titles of pictures are no part of it.
  const textOf = (row) => {
    if (!texts.has(row)) {
      const copy = row.cloneNode(true);
      for (const picture of copy.querySelectorAll('svg')) picture.remove();
      texts.set(row, copy.textContent.toLowerCase());
    }
    return texts.get(row);
  };

  const checkedValues = (name) =>
    boxes.filter((box) => box.name === name && box.checked).map((box) => box.value);

  // Decides everything before it changes anything, so that the page is laid out once.
  const filterRows = () => {
    const words = form.elements.text.value.toLowerCase().split(/\s+/);
    const [verdicts, kinds] = [checkedValues('verdict'), checkedValues('kind')];
    const shown = rows.map(
      (row) =>
        verdicts.includes(row.dataset.verdict) &&
        kinds.includes(row.dataset.kind) &&
        words.every((word) => word === '' || textOf(row).includes(word)),
    );
    rows.forEach((row, index) => {
      if (row.hidden === shown[index]) row.hidden = !shown[index];
    });
    const count = shown.filter((isShown) => isShown).length;
    form.querySelector('output').textContent =
      count === rows.length ? 'all ' + count + ' shown' : count + ' of ' + rows.length + ' shown';
  };

  const applyFilter = (state) => {
    form.elements.text.value = state.get('text') ?? '';
    for (const box of boxes) box.checked = state.get(box.name)?.split(',').includes(box.value) ?? true;
    filterRows();
  };

  const writeState = () => {
    const state = new URLSearchParams();
    const text = form?.elements.text.value.trim() ?? '';
    if (text !== '') state.set('text', text);
    for (const name of ['verdict', 'kind'])
      if (boxes.some((box) => box.name === name && !box.checked))
        state.set(name, checkedValues(name).join(','));
    for (const { name, order, firstOrder } of tables) if (order !== firstOrder) state.set(name, order);
    history.replaceState(null, '', '#' + String(state));
  };

  const applyState = () => {
    const hash = location.hash.slice(1);
    // A hash without = links to a part of the page, as without this script.
    if (hash !== '' && !hash.includes('=')) {
      const target = document.getElementById(hash);
      if (target?.tagName === 'DETAILS') target.open = true;
      return;
    }
    const state = new URLSearchParams(hash);
    for (const table of tables) sortTable(table, state.get(table.name) ?? table.firstOrder);
    if (form !== null) applyFilter(state);
  };

  const startFilter = () => {
    let isScheduled = false;
    const scheduleFilter = () => {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        filterRows();
        writeState();
      });
    };
    form.addEventListener('input', scheduleFilter);
    // The fields only have their first values after the event.
    form.addEventListener('reset', scheduleFilter);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.hidden = false;
    // A chain or a provider filters for its endpoints; one without endpoints is a link already.
    for (const head of document.querySelectorAll('table:not(.endpoints) tbody th:not(:has(a))')) {
      const button = putIntoButton(head, () => {
        form.elements.text.value = button.textContent;
        scheduleFilter();
        form.scrollIntoView();
        form.elements.text.focus({ preventScroll: true });
      });
      button.title = 'Show its endpoints';
    }
  };

  for (const table of tables) {
    setRoles(table.element);
    for (const head of table.heads) {
      const { name } = head.dataset;
      putIntoButton(head, () => {
        sortTable(table, table.order === name ? '-' + name : name);
        writeState();
      });
    }
  }
  if (form !== null) startFilter();
  applyState();
  addEventListener('hashchange', applyState);
})();
