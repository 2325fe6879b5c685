/** The part of the page's script that filters the endpoints by text, verdict and kind. */
export const filterScript = `
const form = document.getElementById('filter');
const rows = [...document.querySelectorAll('#endpoints-table > tbody')];
const boxes = form === null ? [] : [...form.querySelectorAll('input[type=checkbox]')];
const texts = new Map();

// Read once for each row, and only when somebody looks for a text.
const textOf = (row) => {
  if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
  return texts.get(row);
};

const chosen = (name) => boxes.filter((box) => box.name === name && box.checked).map((box) => box.value);
const isWhole = (name) => boxes.every((box) => box.name !== name || box.checked);

// All is decided before anything is changed, so that the page is laid out once.
const filterRows = () => {
  const words = form.elements.text.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const wanted = { verdict: new Set(chosen('verdict')), kind: new Set(chosen('kind')) };
  const shown = rows.map((row) =>
    wanted.verdict.has(row.dataset.verdict) &&
    wanted.kind.has(row.dataset.kind) &&
    words.every((word) => textOf(row).includes(word)));
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
    ...['verdict', 'kind'].filter((name) => !isWhole(name)).map((name) => [name, chosen(name).join(',')]),
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
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      filterRows();
      changed();
    });
  };
  form.addEventListener('input', soon);
  // The fields have their first values only after the event.
  form.addEventListener('reset', soon);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  // A chain or a provider leads to its endpoints.
  for (const head of document.querySelectorAll('.groups tbody th')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.title = 'Show its endpoints';
    button.append(...head.childNodes);
    button.addEventListener('click', () => {
      form.elements.text.value = button.textContent;
      soon();
      form.scrollIntoView();
      form.elements.text.focus({ preventScroll: true });
    });
    head.append(button);
  }
};
`;
