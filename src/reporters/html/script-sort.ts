/** The part of the page's script that sorts tables: each column's head becomes a button. */
export const sortScript = `
const tables = [...document.querySelectorAll('table')];
// Sorts numbers as numbers wherever they stand, of any length.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const headsOf = (table) => [...table.tHead.rows[0].cells];
const tableName = (table) => table.id.replace('-table', '');

// An endpoint's row and its findings are one body; elsewhere a row is by itself. The order at first breaks ties.
const unitsOf = new Map(tables.map((table) => [
  table,
  table.dataset.unit === 'group' ? [...table.tBodies] : [...table.tBodies[0].rows],
]));
const firstOrders = new Map(tables.map((table) => [table, headsOf(table).find((head) => head.hasAttribute('aria-sort')).dataset.name]));

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
  // What is not known comes last, whichever way.
  const known = keyed.filter(({ key }) => key !== '');
  known.sort((a, b) => descending ? collator.compare(b.key, a.key) : collator.compare(a.key, b.key));
  const sorted = [...known, ...keyed.filter(({ key }) => key === '')].map(({ unit }) => unit);
  const parent = table.dataset.unit === 'group' ? table : table.tBodies[0];
  const fragment = document.createDocumentFragment();
  fragment.append(...sorted);
  parent.append(fragment);
};

const sortedBy = (table) => {
  const head = headsOf(table).find((one) => one.hasAttribute('aria-sort'));
  return (head.getAttribute('aria-sort') === 'descending' ? '-' : '') + head.dataset.name;
};

const sortState = () => tables
  .map((table) => [tableName(table), sortedBy(table), firstOrders.get(table)])
  .filter(([, now, first]) => now !== first);

const applySort = (state) => {
  for (const table of tables) {
    const wanted = state.get(tableName(table)) ?? firstOrders.get(table);
    if (wanted !== sortedBy(table)) sortTable(table, wanted.replace(/^-/, ''), wanted.startsWith('-'));
  }
};

// What a style lays out as a grid is no table any more to some browsers, unless it is said to be one.
const roleOf = { TABLE: 'table', CAPTION: 'caption', THEAD: 'rowgroup', TBODY: 'rowgroup', TR: 'row', TD: 'cell' };
const sayRoles = (table) => {
  for (const part of [table, ...table.querySelectorAll('caption, thead, tbody, tr, td, th')]) {
    part.setAttribute('role', roleOf[part.tagName] ?? (part.scope === 'row' ? 'rowheader' : 'columnheader'));
  }
};

const startSort = (changed) => {
  for (const table of tables) {
    if (table.dataset.unit === 'group') sayRoles(table);
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
`;
