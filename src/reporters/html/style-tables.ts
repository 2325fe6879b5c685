/** The style of the tables: rows on wide screens, on narrow ones a card for each endpoint. */
export const styleTables = `
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding: 0.25rem 0 0.5rem; text-align: left; color: var(--faint); }
th, td { padding: 0.3125rem 0.5rem; text-align: left; vertical-align: top; font-weight: 400; }
thead { position: sticky; top: 0; z-index: 1; background: var(--band); }
thead th { font-weight: 600; white-space: nowrap; box-shadow: inset 0 -1px var(--line); }
th button { font: inherit; color: inherit; background: none; border: 0; margin: 0; padding: 0; cursor: pointer; text-align: inherit; }
thead button::after { content: " \\2195" / ""; color: var(--edge); }
[aria-sort] button::after { content: " \\2191" / ""; color: inherit; }
[aria-sort="descending"] button::after { content: " \\2193" / ""; }
td:empty::after { content: "\\2013" / ""; color: var(--faint); }
.why td:empty::after { content: none; }
b { font-weight: 600; }
b.fail::before, b.invalid::before { content: "\\2715\\a0" / ""; }
b.inconclusive::before { content: "?\\a0" / ""; }
b.skipped::before { content: "\\2013\\a0" / ""; }
b.pass::before { content: "\\2713\\a0" / ""; }
td svg { height: 0.625rem; margin-left: 0.5rem; vertical-align: -0.0625rem; }
.key { white-space: nowrap; margin-left: 0.5rem; }
.key::before { content: ""; display: inline-block; width: 0.625rem; height: 0.625rem; margin-right: 0.25rem; background: var(--tone); }

/* Grids of fixed columns, so that what is out of sight need not be laid out: there may be thousands. */
.endpoints, .endpoints caption, .endpoints thead, .endpoints tbody { display: block; }
.endpoints tr { display: grid; grid-template-columns: 8.25rem 7.25rem 4.25rem 10.5rem minmax(0, 1fr) 11.25rem 6.75rem 8rem; }
.endpoints tbody { content-visibility: auto; contain-intrinsic-size: auto 5rem; border-bottom: 1px solid var(--line); }
.endpoints tbody:hover { background: var(--band); }
.endpoints tr :is(th, td):is(:nth-child(6), :nth-child(7)) { text-align: right; }
.endpoints td b, .endpoints td:nth-child(6) { white-space: nowrap; }
.endpoints td small { display: block; padding-left: 1rem; }
.endpoints td svg { width: 5.25rem; }
.endpoints svg.cut { border-right: 2px dotted var(--rest); }
.endpoints .why td { padding-top: 0; padding-bottom: 0.5rem; }
.endpoints .why td + td { grid-column: 2 / -1; }
.endpoints details, .endpoints summary { display: inline; }
.endpoints summary { color: var(--faint); font-size: 0.8125rem; margin-left: 0.25rem; text-decoration: underline dotted; text-underline-offset: 0.2em; }
.endpoints dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 0.75rem; margin: 0.25rem 0; font-size: 0.8125rem; }
.endpoints dt { color: var(--faint); }
.endpoints dd { margin: 0; }

@media (min-width: 62.01rem) { .legend { float: right; margin: 0.25rem 0; } }

.groups { max-width: 60rem; table-layout: fixed; }
.groups tr { border-bottom: 1px solid var(--line); }
.groups tbody tr:hover { background: var(--band); }
.groups thead th { width: 7rem; }
.groups thead th:first-child { width: auto; }
.groups thead th:last-child { width: 11.5rem; }
.groups tr > :nth-child(n + 2) { text-align: right; }
.groups tbody button { color: var(--link); overflow-wrap: inherit; }
.groups td.zero { color: var(--faint); }
.groups td svg { width: 5rem; background: var(--line); }

@media (max-width: 62rem) {
  .endpoints thead { position: static; }
  .endpoints tr { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
  .endpoints thead tr { padding: 0.25rem 0.5rem; }
  .endpoints thead th { box-shadow: none; padding: 0.25rem 0; }
  .endpoints tbody { padding: 0.375rem 0; }
  .endpoints tbody :is(td, th) { padding: 0.0625rem 0; }
  .endpoints tbody th, .endpoints .why td + td { flex: 1 0 100%; }
  .endpoints td:empty { display: none; }
  .endpoints td small { display: inline; padding: 0; }
  .endpoints td:nth-child(7)::before { content: "block "; color: var(--faint); }
  .endpoints td:nth-child(8)::before { content: "chain id "; color: var(--faint); }
  .groups :is(th, td) { padding-inline: 0.25rem; }
  .groups thead th, .groups thead th:last-child { width: 6.25rem; white-space: normal; }
  .groups td svg { display: none; }
}
@media (max-width: 48rem) {
  .groups tr > :is(:nth-child(2), :nth-child(4), :nth-child(5)) { display: none; }
  .groups thead th, .groups thead th:last-child { width: 5.25rem; }
}
@media print {
  thead { position: static; }
  .endpoints tbody { content-visibility: visible; }
}
`;
