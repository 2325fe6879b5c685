import { styleColors } from './style-colors.js';
import { styleTables } from './style-tables.js';

/** The page's style, for screens of all widths, light and dark, and for paper. */
export const style = `${styleColors}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 3rem; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem; background: var(--ground); color: var(--text); font: 0.875rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; font-weight: 650; text-wrap: balance; }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.125rem; line-height: 1.25; }
p { margin: 0.5rem 0; max-width: 70rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
code, .place { font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
small, .place, .run, .scope, .legend, footer { color: var(--faint); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.rules :target { background: var(--mark); }
code, .place, .findings a { unicode-bidi: isolate; }
svg, .key::before { forced-color-adjust: none; }

.counts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.75rem; margin: 1rem 0 0.75rem; }
.counts div { display: flex; flex-direction: column-reverse; }
.counts dd { margin: 0; font-size: 1.5rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.counts dt { color: var(--text); }
.counts .zero :is(dt, dd) { color: var(--faint); }
.counts .error { border-left: 1px solid var(--line); padding-left: 1.75rem; }
.shares { display: block; width: 100%; height: 0.5rem; background: var(--band); }

nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 1rem 0 0; padding: 0.5rem 0; list-style: none; border-block: 1px solid var(--line); }

form { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: center; margin: 0.75rem 0; padding: 0.5rem 0.75rem; background: var(--band); border-radius: 0.375rem; }
fieldset { display: flex; flex-wrap: wrap; gap: 0 0.875rem; align-items: center; min-width: 0; margin: 0; padding: 0; border: 0; }
legend { float: left; padding: 0; margin-right: 0.25rem; }
legend, form .text { font-weight: 600; }
label { display: inline-flex; gap: 0.375rem; align-items: center; min-height: 1.75rem; }
input[type="checkbox"] { width: 1rem; height: 1rem; margin: 0; accent-color: var(--link); }
input[type="search"], form button { font: inherit; font-weight: 400; color: var(--text); background: var(--ground); border: 1px solid var(--edge); border-radius: 0.25rem; padding: 0.25rem 0.5rem; }
input[type="search"] { width: 11rem; max-width: 100%; }
form button { cursor: pointer; }
.count { color: var(--faint); font-variant-numeric: tabular-nums; }
output { margin-left: auto; font-variant-numeric: tabular-nums; }

.findings { margin: 0; padding: 0; list-style: none; }
.findings li { padding: 0.125rem 0 0.25rem 0.75rem; border-left: 3px solid var(--tone, var(--line)); }
.findings li + li { margin-top: 0.25rem; }
.findings li p { margin: 0; }
.findings li p::before { content: "Hint: "; color: var(--faint); }
summary { cursor: pointer; }
.rules details, .rules > p { padding: 0.375rem 0; margin: 0; border-bottom: 1px solid var(--line); max-width: none; }
.rules :is(summary, p[id]) :is(code, b) { display: inline-block; min-width: 6.5rem; margin-right: 0.5rem; }
.rules :is(summary, p[id]) code { min-width: min(17rem, 100%); }
.rules details p { padding-left: 1rem; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); }
${styleTables}
@media (max-width: 48rem) {
  body { padding: 1rem; }
  h1 { font-size: 1.375rem; }
  .counts { gap: 0.25rem 1.25rem; }
  .counts dd { font-size: 1.25rem; }
  .rules :is(summary, p[id]) b { min-width: 0; }
  .counts .error { border: 0; padding: 0; }
  form .text { width: 100%; }
  input[type="search"] { flex: 1; min-width: 0; }
  output { margin-left: 0; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 9pt; }
  nav, form { display: none; }
  thead button::after { content: none !important; }
  a { color: inherit; text-decoration: none; }
  h2, tbody, li { break-inside: avoid; }
  h2, caption { break-after: avoid; }
  svg, .key { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .rules details::details-content { content-visibility: visible; display: block; height: auto; }
}
`;
