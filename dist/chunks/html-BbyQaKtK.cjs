require("./rolldown-runtime-Dys5AXB2.cjs");const require_base=require("./base-CPCfhbsA.cjs"),require_start=require("./start-BHXkaQ-E.cjs"),require_check=require("./check-BmhEdTNI.cjs");let node_crypto=require("node:crypto");function showText(e){return require_start.x(require_check.s(e))}function showSentences(e){return require_check.s(e).split(/\s+/).map(require_start.x).join(` `)}function showParagraphs(e){return e.split(/\n{2,}/).map(e=>`<p>${e.split("`").map(showPart).join(``)}</p>`).join(``)}function showPart(e,t){return t%2==0?showSentences(e):`<code>${showText(e)}</code>`}function nameRule(e){return`rule-${require_check.s(e).replaceAll(/[^a-z0-9]+/gi,`-`)}`}function describePlace(e){let{file:t,line:n,column:r}=e;return t===null?null:[t,n,r].filter(e=>e!==null).join(`:`)}function formatMs(e){return`${Math.round(e)} ms`}function renderFacts(e){let{attempts:t,facts:n}=e,r=describePlace(e),i=[...r===null?[]:[[`listed at`,r]],...t>1?[[`attempts`,String(t)]]:[],...Object.entries(n).flatMap(([e,t])=>describeFact(e,t))];return i.length===0?``:` <details><summary>facts</summary><dl>${i.map(([e,t])=>`<dt>${showText(e)}</dt><dd>${showText(t)}</dd>`).join(``)}</dl></details>`}function describeFact(e,t){let n=describeValue(t);return n===``?[]:[e===`phasesMs`?[`phases in ms`,n]:[separateWords(e),n]]}function describeValue(e){return e===null?``:Array.isArray(e)?e.length>4?String(e.length):e.map(describeValue).join(`, `):require_base.x(e)?Object.entries(e).filter(([,e])=>e!==null).map(([e,t])=>`${separateWords(e)} ${describeValue(t)}`).join(`, `):typeof e==`number`?String(Math.round(e*10)/10):typeof e==`string`?e:JSON.stringify(e)}function separateWords(e){return e.replaceAll(/[A-Z]/g,e=>` ${e.toLowerCase()}`)}function listStandings({endpoints:e,findings:t}){let n=require_check.c(t,({endpoint:e})=>e);return e.map((e,t)=>{let r=n.get(t)??[],i=r.some(({severity:e})=>e===`error`),a=e.verdict===`skipped`&&i;return{endpoint:e,findings:r,malformed:a,rank:a?1:ranks[e.verdict]}})}const ranks={fail:0,inconclusive:2,skipped:3,pass:4},worstFirst=[`fail`,`inconclusive`,`skipped`,`pass`];function listUnowned({endpoints:e,findings:t}){return t.filter(({endpoint:t})=>t===null||e[t]===void 0)}function renderFindings(e){return`<ul class="findings">${e.map(renderFinding).join(``)}</ul>`}function renderFinding(e){let{rule:t,severity:n,message:r,hint:i}=e,a=describePlace(e);return`<li class="${n}"><b>${n}</b> ${showText(r)} <a href="#${nameRule(t)}">${showText(t)}</a>${a===null?``:` <span class="place">${showText(a)}</span>`}<p>${showText(i)}</p></li>`}function renderFileFindings(e){let t=listUnowned(e);if(t.length===0)return null;let n=t.filter(({severity:e})=>e===`notice`),r=t.filter(({severity:e})=>e!==`notice`);return{id:`files`,title:`Files and the run`,body:[r.length===0?``:renderFindings(r),n.length===0?``:`<details${r.length===0&&n.length<4?` open=""`:``}><summary>${require_check.i(n.length,`notice`)}</summary>${renderFindings(n)}</details>`].join(``)}}const phases=[[`dns`,`DNS`],[`connect`,`connect`],[`tls`,`TLS`],[`firstByte`,`first byte`]];function chooseScale(e){let t=e.filter(({attempts:e})=>e>0).map(({durationMs:e})=>e).sort((e,t)=>e-t),n=Math.max(1,t[Math.ceil(t.length*.9)-1]??1),r=10**Math.floor(Math.log10(n));return([1,2,5].find(e=>e*r>=n)??10)*r}function renderLatency({attempts:e,durationMs:t,facts:n},r){if(e===0)return``;let i=splitDuration(t,n.phasesMs),a=0,o=i.map(({className:e,amount:t})=>{let n=Math.min(100,a/r*100);a+=t;let i=Math.min(100,a/r*100)-n;return i<.05?``:`<rect class="${e}" x="${trim(n)}" width="${trim(i)}" height="10"/>`}),s=i.map(({label:e,amount:t})=>`${e} ${formatMs(t)}`),c=t>r?` class="cut"`:``;return`${formatMs(t)}<svg${c} role="img" viewBox="0 0 100 10" preserveAspectRatio="none"><title>${s.join(`, `)}</title>${o.join(``)}</svg>`}function renderLegend(e){let t=[...phases.map(([e,t])=>[e,t]),rest].map(([e,t])=>`<span class="key ${e}">${t}</span>`);return`A full bar is ${formatMs(e)}: ${t.join(` `)}`}const rest=[`rest`,`the rest: answers, waiting, retries`];function splitDuration(e,t){let n=require_base.x(t)?t:{},r=phases.flatMap(([e,t])=>{let r=n[e];return typeof r==`number`&&r>0?[{className:e,label:t,amount:r}]:[]}),i=e-r.reduce((e,{amount:t})=>e+t,0);return i>0?[...r,{className:rest[0],label:`rest`,amount:i}]:r}function trim(e){return String(Math.round(e*10)/10)}function renderHead(e){return`<thead><tr>${e.map(({name:e,label:t},n)=>`<th scope="col" data-name="${e}"${n===0?` aria-sort="ascending"`:``}>${t}</th>`).join(``)}</tr></thead>`}const columns$1=[{name:`verdict`,label:`Verdict`},{name:`chain`,label:`Chain`},{name:`kind`,label:`Kind`},{name:`provider`,label:`Provider`},{name:`url`,label:`Url`},{name:`latency`,label:`Latency`},{name:`block`,label:`Block`},{name:`id`,label:`Chain id`}];function renderEndpoints(e){let{endpoints:t}=e;if(t.length===0)return null;let n=chooseScale(t),r=listStandings(e).sort((e,t)=>e.rank-t.rank),i=t.some(({attempts:e})=>e>0)?`<p class="legend">${renderLegend(n)}</p>`:``;return{id:`endpoints`,title:`Endpoints`,body:`${renderFilter(t)}${i}
<table id="endpoints-table" class="endpoints" data-unit="group">
<caption>Each endpoint, and below it what was found about it</caption>
${renderHead(columns$1)}
${r.map(e=>renderEndpoint(e,n)).join(`
`)}
</table>`}}function renderEndpoint({endpoint:e,findings:t,malformed:n,rank:r},i){let{chain:a,kind:o,provider:s,url:c,verdict:l,facts:u}=e,d=u.network??u.chainId,f=u.blockHeight??u.blockNumber,p=t.length===0?``:`<tr class="why"><td></td><td colspan="${columns$1.length-1}">${renderFindings(t)}</td></tr>`;return`<tbody data-verdict="${l}" data-kind="${showText(o)}"><tr><td data-key="${r}"><b class="${l}">${l}</b>${n?` <small>malformed</small>`:``}</td><td>${showText(a??``)}</td><td>${showText(o)}</td><td>${showText(s??``)}</td><th scope="row"><code>${showText(c??`(no url)`)}</code>${renderFacts(e)}</th><td>${renderLatency(e,i)}</td><td>${showPlain(f)}</td><td>${showPlain(d)}</td></tr>${p}</tbody>`}function showPlain(e){return typeof e==`string`||typeof e==`number`?showText(String(e)):``}function renderFilter(e){let t=[...new Set(e.map(({kind:e})=>e))].sort(),n=(t,n)=>n.map(n=>{let r=e.filter(e=>e[t]===n).length;return`<label><input type="checkbox" name="${t}" value="${showText(n)}" checked="" /> ${showText(n)} <span class="count">${r}</span></label>`});return`<form id="filter" autocomplete="off" role="search" aria-label="Filter the endpoints" hidden="">
<label class="text">Text <input type="search" name="text" spellcheck="false" /></label>
<fieldset><legend>Verdict</legend>${n(`verdict`,worstFirst).join(``)}</fieldset>
<fieldset><legend>Kind</legend>${n(`kind`,t).join(``)}</fieldset>
<button type="reset">Show all</button>
<output>${require_check.i(e.length,`endpoint`)}</output>
</form>`}const columns=[{name:`endpoints`,label:`Endpoints`},{name:`fail`,label:`Fail`},{name:`inconclusive`,label:`Inconclusive`},{name:`skipped`,label:`Skipped`},{name:`pass`,label:`Pass`},{name:`share`,label:`Passing`}];function renderGroups(e,t){let n=listStandings(e).filter(({endpoint:e})=>e[t]!==null);if(n.length===0)return null;let r=[...require_check.c(n,({endpoint:e})=>e[t]??``)].sort(([e],[t])=>e.localeCompare(t,`en`)),i={name:`name`,label:t===`chain`?`Chain`:`Provider`},a=`<table id="${t}s-table" class="groups">
<caption>${require_check.i(r.length,t)}. Passing is the share among those that were dialled or are malformed.</caption>
${renderHead([i,...columns])}
<tbody>
${r.map(([e,t])=>renderGroup(e,t)).join(`
`)}
</tbody>
</table>`;return{id:`${t}s`,title:`${i.label}s`,body:a}}function renderGroup(e,t){let n=e=>t.filter(({endpoint:t})=>t.verdict===e).length,r=t.filter(({endpoint:e,malformed:t})=>e.verdict!==`skipped`||t).length,i=r===0?null:n(`pass`)/r*100,a=[`<td>${t.length}</td>`,...worstFirst.map(e=>renderAmount(e,n(e))),`<td>${i===null?``:renderShare(i)}</td>`];return`<tr><th scope="row">${showText(e)}</th>${a.join(``)}</tr>`}function renderAmount(e,t){return`<td class="${t===0?`zero`:e}">${t}</td>`}function renderShare(e){return`${Math.floor(e)} %<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="pass" width="${e.toFixed(1)}" height="10"/></svg>`}function renderOverview(e,t){let{summary:n,tool:r,startedAt:i}=e,a=showText(i.slice(0,16).replace(`T`,` `)),o=[...verdictCounts(n),...severityCounts(n)];return`<header>
<h1>${sayVerdict(e)}</h1>
${t===null?``:`<p class="scope">${showSentences(t)}</p>\n`}<dl class="counts">${o.map(renderCount).join(``)}</dl>
${renderShares(n)}<p class="run">${require_check.i(n.endpoints,`endpoint`)} in ${require_check.i(n.files,`file`)}, checked on <time datetime="${showText(i)}">${a} UTC</time> in ${formatDuration(e.durationMs)} with ${showText(r.name)} ${showText(r.version)}</p>
</header>`}function sayVerdict(e){let{endpoints:t,failed:n,inconclusive:r,passed:i,skipped:a}=e.summary,o=listStandings(e).filter(e=>e.malformed).length,s=listUnowned(e).filter(({severity:e})=>e===`error`).length,c=s>0?`; ${require_check.i(s,`error`)} outside of them`:``,l=(e,n,r)=>`${e} of ${require_check.i(t,`endpoint`)} ${e===1?n:r}`;if(n>0){let e=o>0?`, ${o} more ${o===1?`is`:`are`} malformed`:``;return`${l(n,`fails`,`fail`)}${e}`}return o>0?l(o,`is malformed`,`are malformed`):t===0?s>0?`No endpoints, ${require_check.i(s,`error`)}`:`No endpoints`:a===t?`No endpoint was dialled${c}`:r>0?`No endpoint fails, ${l(r,`is inconclusive`,`are inconclusive`)}${c}`:i<t?`${l(i,`passes`,`pass`)}, none fails${c}`:`${t===1?`The endpoint passes`:`All ${t} endpoints pass`}${c}`}function verdictCounts({failed:e,inconclusive:t,skipped:n,passed:r}){return[[`fail`,`failed`,e],[`inconclusive`,`inconclusive`,t],[`skipped`,`skipped`,n],[`pass`,`passed`,r]]}function severityCounts({errors:e,warnings:t,notices:n}){return[[`error`,`errors`,e],[`warning`,`warnings`,t],[`notice`,`notices`,n]]}function renderCount([e,t,n]){return`<div class="${e}${n===0?` zero`:``}"><dt>${t}</dt><dd>${n}</dd></div>`}function renderShares(e){if(e.endpoints===0)return``;let t=0;return`<svg class="shares" aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">${verdictCounts(e).map(([n,,r])=>{let i=r/e.endpoints*100,a=`<rect class="${n}" x="${t.toFixed(2)}" width="${i.toFixed(2)}" height="10"/>`;return t+=i,r===0?``:a}).join(``)}</svg>\n`}function formatDuration(e){let t=e/1e3;return t<1?formatMs(e):t<120?`${t.toFixed(1)} s`:`${Math.floor(t/60)} min ${Math.floor(t%60)} s`}function renderRules({findings:e},t){if(e.length===0)return null;let n=new Map(t.map(e=>[e.code,e]));return{id:`rules`,title:`Rules`,body:`<div class="rules">${[...require_check.c(e,({rule:e})=>e)].sort(([,e],[,t])=>t.length-e.length).map(([e,t])=>renderRule(e,t,n.get(e))).join(`
`)}</div>`}}function renderRule(e,t,n){let r=t[0]?.severity??`notice`,i=require_check.i(t.length,r),a=`<code>${showText(e)}</code> <b class="${r}">${i}</b>`;return n===void 0?`<p id="${nameRule(e)}">${a}</p>`:`<details id="${nameRule(e)}"><summary>${a} <span>${showSentences(n.summary)}</span></summary>${showParagraphs(n.explanation)}</details>`}const script=`'use strict';
(() => {

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

// A # without = leads to a part of the page, as it does without this script.
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
`,style=`
:root {
  color-scheme: light dark;
  --ground: #ffffff; --band: #f4f6f8; --mark: #fff6d6; --line: #d9dee3; --edge: #7d8791;
  --text: #1c2126; --faint: #57606a; --link: #0a56a8;
  --bad: #b3201b; --doubtful: #8a5300; --good: #17693a; --calm: #57606a;
  --dns: #8250c4; --connect: #2478b8; --tls: #b8630f; --first-byte: #23834f; --rest: #848d97;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #15181c; --band: #1d2227; --mark: #3a3215; --line: #343b43; --edge: #77828d;
    --text: #e3e7eb; --faint: #a3adb8; --link: #86b8f8;
    --bad: #ff8a80; --doubtful: #eeb54d; --good: #6ecb8b; --calm: #a3adb8;
    --dns: #b48ef0; --connect: #58a6e0; --tls: #e8974a; --first-byte: #4fb87c; --rest: #7f8993;
  }
}
@media print {
  :root { color-scheme: light; }
}
.fail, .error { --tone: var(--bad); }
.inconclusive, .warning { --tone: var(--doubtful); }
.pass { --tone: var(--good); }
.skipped, .notice { --tone: var(--calm); }
b, .counts dd, .groups td { color: var(--tone, inherit); }
rect { fill: var(--tone); }
.dns { --tone: var(--dns); }
.connect { --tone: var(--connect); }
.tls { --tone: var(--tls); }
.firstByte { --tone: var(--first-byte); }
.rest { --tone: var(--rest); }

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
b.fail::before { content: "\\2715\\a0" / ""; }
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
`;function renderHtml(e,t){let n=[renderFileFindings(e),renderEndpoints(e),renderGroups(e,`chain`),renderGroups(e,`provider`),renderRules(e,t.rules)].filter(e=>e!==null),r=n.map(({id:e,title:t})=>`<li><a href="#${e}">${t}</a></li>`);return`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${renderPolicy()}" />
<meta name="viewport" content="width=device-width" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<title>${showText(sayVerdict(e))}: ${showText(e.tool.name)}</title>
<style>${style}</style>
</head>
<body>
${renderOverview(e,t.scope)}
<nav aria-label="Parts of the report"><ul>${r.join(``)}</ul></nav>
<main>
${n.map(renderSection).join(`
`)}
</main>
<footer><p>Keys in urls are hidden behind asterisks. Nothing in this page loads anything from elsewhere.</p></footer>
<script>${script}<\/script>
</body>
</html>
`}function renderSection({id:e,title:t,body:n}){return`<section id="${e}" aria-labelledby="${e}-title"><h2 id="${e}-title">${t}</h2>\n${n}\n</section>`}function renderPolicy(){return[`default-src 'none'`,`style-src ${hash(style)}`,`script-src ${hash(script)}`,`base-uri 'none'`,`form-action 'none'`].join(`; `)}function hash(e){return`'sha256-${(0,node_crypto.createHash)(`sha256`).update(e).digest(`base64`)}'`}exports.renderHtml=renderHtml;