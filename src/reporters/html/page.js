// Script of the page. It only reads the DOM, so it never contains a string of the report. The hash stores filter and sort order, like
// #verdict=fail&text=cosmos&endpoints=-latency, so that a link shows the same view.
'use strict';
(() => {
  const tables = [...document.querySelectorAll('table')];
  // Sorts numbers of any length as numbers, also within words.
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const headsOf = (table) => [...table.tHead.rows[0].cells];
  const tableName = (table) => table.id.replace('-table', '');

  // Units to sort: an endpoint's table body, which includes its findings; otherwise a row. The first order breaks ties.
  const unitsOf = new Map(
    tables.map((table) => [
      table,
      table.dataset.unit === 'group' ? [...table.tBodies] : [...table.tBodies[0].rows],
    ]),
  );
  const firstOrders = new Map(
    tables.map((table) => [
      table,
      headsOf(table).find((head) => head.hasAttribute('aria-sort')).dataset.name,
    ]),
  );

  const readKey = (unit, column) => {
    const cell = (unit.rows ? unit.rows[0] : unit).cells[column];
    return cell.dataset.key ?? cell.firstChild?.textContent ?? '';
  };

  const sortTable = (table, name, descending) => {
    const heads = headsOf(table);
    const column = heads.findIndex((head) => head.dataset.name === name);
    if (column === -1) return;
    for (const head of heads) head.removeAttribute('aria-sort');
    heads[column].setAttribute('aria-sort', descending ? 'descending' : 'ascending');
    const keyed = unitsOf.get(table).map((unit) => ({ unit, key: readKey(unit, column) }));
    // Unknown values come last in both directions.
    const known = keyed.filter(({ key }) => key !== '');
    known.sort((a, b) => (descending ? collator.compare(b.key, a.key) : collator.compare(a.key, b.key)));
    const sorted = [...known, ...keyed.filter(({ key }) => key === '')].map(({ unit }) => unit);
    const parent = table.dataset.unit === 'group' ? table : table.tBodies[0];
    const fragment = document.createDocumentFragment();
    fragment.append(...sorted);
    parent.append(fragment);
  };

  const sortedBy = (table) => {
    const head = headsOf(table).find((candidate) => candidate.hasAttribute('aria-sort'));
    return (head.getAttribute('aria-sort') === 'descending' ? '-' : '') + head.dataset.name;
  };

  const sortState = () =>
    tables
      .map((table) => [tableName(table), sortedBy(table), firstOrders.get(table)])
      .filter(([, now, first]) => now !== first);

  const applySort = (state) => {
    for (const table of tables) {
      const order = state.get(tableName(table)) ?? firstOrders.get(table);
      if (order !== sortedBy(table)) sortTable(table, order.replace(/^-/, ''), order.startsWith('-'));
    }
  };

  // Some browsers don't recognise a table with a grid layout unless its roles are explicit.
  const roleOf = {
    TABLE: 'table',
    CAPTION: 'caption',
    THEAD: 'rowgroup',
    TBODY: 'rowgroup',
    TR: 'row',
    TD: 'cell',
  };
  const setRoles = (table) => {
    for (const part of [table, ...table.querySelectorAll('caption, thead, tbody, tr, td, th')]) {
      part.setAttribute(
        'role',
        roleOf[part.tagName] ?? (part.scope === 'row' ? 'rowheader' : 'columnheader'),
      );
    }
  };

  const startSort = (changed) => {
    for (const table of tables) {
      if (table.matches('.endpoints, .lived')) setRoles(table);
      for (const head of headsOf(table)) {
        const button = document.createElement('button');
        button.type = 'button';
        button.append(...head.childNodes);
        button.addEventListener('click', () => {
          sortTable(table, head.dataset.name, head.getAttribute('aria-sort') === 'ascending');
          changed();
        });
        head.append(button);
      }
    }
  };

  const form = document.getElementById('filter');
  const rows = [...document.querySelectorAll('#endpoints-table > tbody')];
  const boxes = form === null ? [] : [...form.querySelectorAll('input[type=checkbox]')];
  const texts = new Map();

  // Read once per row, and only if there is a text to search for.
  const textOf = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
    return texts.get(row);
  };

  const checkedValues = (name) =>
    boxes.filter((box) => box.name === name && box.checked).map((box) => box.value);
  const isUnfiltered = (name) => boxes.every((box) => box.name !== name || box.checked);

  // Decides everything before it changes anything, so that the page is laid out once.
  const filterRows = () => {
    const words = form.elements.text.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const allowed = { verdict: new Set(checkedValues('verdict')), kind: new Set(checkedValues('kind')) };
    const shown = rows.map(
      (row) =>
        allowed.verdict.has(row.dataset.verdict) &&
        allowed.kind.has(row.dataset.kind) &&
        words.every((word) => textOf(row).includes(word)),
    );
    let count = 0;
    rows.forEach((row, index) => {
      if (shown[index]) count += 1;
      if (row.hidden === shown[index]) row.hidden = !shown[index];
    });
    form.querySelector('output').textContent =
      count === rows.length ? 'all ' + count + ' shown' : count + ' of ' + rows.length + ' shown';
  };

  const filterState = () => {
    if (form === null) return [];
    const text = form.elements.text.value.trim();
    return [
      ...(text === '' ? [] : [['text', text]]),
      ...['verdict', 'kind']
        .filter((name) => !isUnfiltered(name))
        .map((name) => [name, checkedValues(name).join(',')]),
    ];
  };

  const applyFilter = (state) => {
    if (form === null) return;
    form.elements.text.value = state.get('text') ?? '';
    for (const box of boxes) box.checked = state.get(box.name)?.split(',').includes(box.value) ?? true;
    filterRows();
  };

  const startFilter = (changed) => {
    if (form === null) return;
    let isScheduled = false;
    const scheduleFilter = () => {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(() => {
        isScheduled = false;
        filterRows();
        changed();
      });
    };
    form.addEventListener('input', scheduleFilter);
    // The fields only have their first values after the event.
    form.addEventListener('reset', scheduleFilter);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.hidden = false;
    // A chain or a provider filters for its endpoints; one without endpoints is a link already.
    for (const head of document.querySelectorAll('.groups tbody th:not(:has(a))')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.title = 'Show its endpoints';
      button.append(...head.childNodes);
      button.addEventListener('click', () => {
        form.elements.text.value = button.textContent;
        scheduleFilter();
        form.scrollIntoView();
        form.elements.text.focus({ preventScroll: true });
      });
      head.append(button);
    }
  };

  // A hash without = links to a part of the page, as without this script.
  const readState = () => new URLSearchParams(location.hash.slice(1));
  const isState = () => location.hash === '' || location.hash.includes('=');

  const writeState = () => {
    const state = new URLSearchParams();
    for (const [name, value] of [...filterState(), ...sortState()]) state.set(name, value);
    history.replaceState(null, '', '#' + String(state));
  };

  const applyState = () => {
    if (isState()) {
      const state = readState();
      applySort(state);
      applyFilter(state);
    } else {
      const target = document.getElementById(location.hash.slice(1));
      if (target?.tagName === 'DETAILS') target.open = true;
    }
  };

  startSort(writeState);
  startFilter(writeState);
  applyState();
  addEventListener('hashchange', applyState);
})();
