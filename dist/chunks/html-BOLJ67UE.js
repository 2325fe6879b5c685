import{formatAmount}from"./chunk-NRGS7SHH.js";import{isJsonObject}from"./chunk-4OXKENWN.js";import{groupBy}from"./chunk-R2KCDWS6.js";import{maskKeys}from"./chunk-IJHZ75L3.js";import{escapeMarkup}from"./chunk-OEP3S63N.js";import"./chunk-VUEJJUAN.js";import{createHash}from"node:crypto";function showText(text){return escapeMarkup(maskKeys(text))}function showSentences(text){return maskKeys(text).split(/\s+/).map(escapeMarkup).join(" ")}function showParagraphs(text){return text.split(/\n{2,}/).map(paragraph=>`<p>${paragraph.split("`").map(showPart).join("")}</p>`).join("")}function showPart(part,index){return index%2===0?showSentences(part):`<code>${showText(part)}</code>`}function nameRule(code){return`rule-${maskKeys(code).replaceAll(/[^a-z0-9]+/gi,"-")}`}function describePlace(place){let{file,line,column}=place;return file===null?null:[file,line,column].filter(part=>part!==null).join(":")}function formatMs(milliseconds){return`${Math.round(milliseconds)} ms`}var listShown=4;function renderFacts(endpoint){let{attempts,facts}=endpoint,place=describePlace(endpoint),lines=[...place===null?[]:[["listed at",place]],...attempts>1?[["attempts",String(attempts)]]:[],...Object.entries(facts).flatMap(([name,value])=>describeFact(name,value))];return lines.length===0?"":` <details><summary>facts</summary><dl>${lines.map(([name,value])=>`<dt>${showText(name)}</dt><dd>${showText(value)}</dd>`).join("")}</dl></details>`}function describeFact(name,value){let text=describeValue(value);return text===""?[]:[name==="phasesMs"?["phases in ms",text]:[separateWords(name),text]]}function describeValue(value){return value===null?"":Array.isArray(value)?value.length>listShown?String(value.length):value.map(describeValue).join(", "):isJsonObject(value)?Object.entries(value).filter(([,member])=>member!==null).map(([name,member])=>`${separateWords(name)} ${describeValue(member)}`).join(", "):typeof value=="number"?String(Math.round(value*10)/10):typeof value=="string"?value:JSON.stringify(value)}function separateWords(name){return name.replaceAll(/[A-Z]/g,capital=>` ${capital.toLowerCase()}`)}function listStandings({endpoints,findings}){let own=groupBy(findings,({endpoint})=>endpoint);return endpoints.map((endpoint,index)=>{let about=own.get(index)??[],wrong=about.some(({severity})=>severity==="error"),malformed=endpoint.verdict==="skipped"&&wrong;return{endpoint,findings:about,malformed,rank:malformed?1:ranks[endpoint.verdict]}})}var ranks={fail:0,inconclusive:2,skipped:3,pass:4},worstFirst=["fail","inconclusive","skipped","pass"];function listUnowned({endpoints,findings}){return findings.filter(({endpoint})=>endpoint===null||endpoints[endpoint]===void 0)}function renderFindings(findings){return`<ul class="findings">${findings.map(renderFinding).join("")}</ul>`}function renderFinding(finding){let{rule,severity,message,hint}=finding,place=describePlace(finding);return`<li class="${severity}"><b>${severity}</b> ${showText(message)} <a href="#${nameRule(rule)}">${showText(rule)}</a>${place===null?"":` <span class="place">${showText(place)}</span>`}<p>${showText(hint)}</p></li>`}function renderFileFindings(report){let findings=listUnowned(report);if(findings.length===0)return null;let notices=findings.filter(({severity})=>severity==="notice"),others=findings.filter(({severity})=>severity!=="notice");return{id:"files",title:"Files and the run",body:[others.length===0?"":renderFindings(others),notices.length===0?"":`<details${others.length===0&&notices.length<4?' open=""':""}><summary>${formatAmount(notices.length,"notice")}</summary>${renderFindings(notices)}</details>`].join("")}}var phases=[["dns","DNS"],["connect","connect"],["tls","TLS"],["firstByte","first byte"]];function chooseScale(endpoints){let durations=endpoints.filter(({attempts})=>attempts>0).map(({durationMs})=>durationMs).sort((a,b)=>a-b),most=Math.max(1,durations[Math.ceil(durations.length*.9)-1]??1),power=10**Math.floor(Math.log10(most));return([1,2,5].find(step=>step*power>=most)??10)*power}function renderLatency({attempts,durationMs,facts},scale){if(attempts===0)return"";let parts=splitDuration(durationMs,facts.phasesMs),from=0,bars=parts.map(({className,amount})=>{let start=Math.min(100,from/scale*100);from+=amount;let width=Math.min(100,from/scale*100)-start;return width<.05?"":`<rect class="${className}" x="${trim(start)}" width="${trim(width)}" height="10"/>`}),words=parts.map(({label,amount})=>`${label} ${formatMs(amount)}`),cut=durationMs>scale?' class="cut"':"";return`${formatMs(durationMs)}<svg${cut} role="img" viewBox="0 0 100 10" preserveAspectRatio="none"><title>${words.join(", ")}</title>${bars.join("")}</svg>`}function renderLegend(scale){let keys=[...phases.map(([className,label])=>[className,label]),rest].map(([className,label])=>`<span class="key ${className}">${label}</span>`);return`A full bar is ${formatMs(scale)}: ${keys.join(" ")}`}var rest=["rest","the rest: answers, waiting, retries"];function splitDuration(durationMs,phasesMs){let known=isJsonObject(phasesMs)?phasesMs:{},parts=phases.flatMap(([className,label])=>{let amount=known[className];return typeof amount=="number"&&amount>0?[{className,label,amount}]:[]}),left=durationMs-parts.reduce((sum,{amount})=>sum+amount,0);return left>0?[...parts,{className:rest[0],label:"rest",amount:left}]:parts}function trim(share){return String(Math.round(share*10)/10)}function renderHead(columns3){return`<thead><tr>${columns3.map(({name,label},index)=>`<th scope="col" data-name="${name}"${index===0?' aria-sort="ascending"':""}>${label}</th>`).join("")}</tr></thead>`}var columns=[{name:"verdict",label:"Verdict"},{name:"chain",label:"Chain"},{name:"kind",label:"Kind"},{name:"provider",label:"Provider"},{name:"url",label:"Url"},{name:"latency",label:"Latency"},{name:"block",label:"Block"},{name:"id",label:"Chain id"}];function renderEndpoints(report){let{endpoints}=report;if(endpoints.length===0)return null;let scale=chooseScale(endpoints),standings=listStandings(report).sort((a,b)=>a.rank-b.rank),legend=endpoints.some(({attempts})=>attempts>0)?`<p class="legend">${renderLegend(scale)}</p>`:"";return{id:"endpoints",title:"Endpoints",body:`${renderFilter(endpoints)}${legend}
<table id="endpoints-table" class="endpoints" data-unit="group">
<caption>Each endpoint, and below it what was found about it</caption>
${renderHead(columns)}
${standings.map(standing=>renderEndpoint(standing,scale)).join(`
`)}
</table>`}}function renderEndpoint({endpoint,findings,malformed,rank},scale){let{chain,kind,provider,url,verdict,facts}=endpoint,id=facts.network??facts.chainId,height=facts.blockHeight??facts.blockNumber,why=findings.length===0?"":`<tr class="why"><td></td><td colspan="${columns.length-1}">${renderFindings(findings)}</td></tr>`;return`<tbody data-verdict="${verdict}" data-kind="${showText(kind)}"><tr><td data-key="${rank}"><b class="${verdict}">${verdict}</b>${malformed?" <small>malformed</small>":""}</td><td>${showText(chain??"")}</td><td>${showText(kind)}</td><td>${showText(provider??"")}</td><th scope="row"><code>${showText(url??"(no url)")}</code>${renderFacts(endpoint)}</th><td>${renderLatency(endpoint,scale)}</td><td>${showPlain(height)}</td><td>${showPlain(id)}</td></tr>${why}</tbody>`}function showPlain(value){return typeof value=="string"||typeof value=="number"?showText(String(value)):""}function renderFilter(endpoints){let kinds=[...new Set(endpoints.map(({kind})=>kind))].sort(),choices=(name,values)=>values.map(value=>{let count=endpoints.filter(endpoint=>endpoint[name]===value).length;return`<label><input type="checkbox" name="${name}" value="${showText(value)}" checked="" /> ${showText(value)} <span class="count">${count}</span></label>`});return`<form id="filter" autocomplete="off" role="search" aria-label="Filter the endpoints" hidden="">
<label class="text">Text <input type="search" name="text" spellcheck="false" /></label>
<fieldset><legend>Verdict</legend>${choices("verdict",worstFirst).join("")}</fieldset>
<fieldset><legend>Kind</legend>${choices("kind",kinds).join("")}</fieldset>
<button type="reset">Show all</button>
<output>${formatAmount(endpoints.length,"endpoint")}</output>
</form>`}var columns2=[{name:"endpoints",label:"Endpoints"},{name:"fail",label:"Fail"},{name:"inconclusive",label:"Inconclusive"},{name:"skipped",label:"Skipped"},{name:"pass",label:"Pass"},{name:"share",label:"Passing"}];function renderGroups(report,by){let named=listStandings(report).filter(({endpoint})=>endpoint[by]!==null);if(named.length===0)return null;let groups=[...groupBy(named,({endpoint})=>endpoint[by]??"")].sort(([a],[b])=>a.localeCompare(b,"en")),own={name:"name",label:by==="chain"?"Chain":"Provider"},body=`<table id="${by}s-table" class="groups">
<caption>${formatAmount(groups.length,by)}. Passing is the share among those that were dialled or are malformed.</caption>
${renderHead([own,...columns2])}
<tbody>
${groups.map(([name,standings])=>renderGroup(name,standings)).join(`
`)}
</tbody>
</table>`;return{id:`${by}s`,title:`${own.label}s`,body}}function renderGroup(name,standings){let count=verdict=>standings.filter(({endpoint})=>endpoint.verdict===verdict).length,judged=standings.filter(({endpoint,malformed})=>endpoint.verdict!=="skipped"||malformed).length,share=judged===0?null:count("pass")/judged*100,cells=[`<td>${standings.length}</td>`,...worstFirst.map(verdict=>renderAmount(verdict,count(verdict))),`<td>${share===null?"":renderShare(share)}</td>`];return`<tr><th scope="row">${showText(name)}</th>${cells.join("")}</tr>`}function renderAmount(verdict,count){return`<td class="${count===0?"zero":verdict}">${count}</td>`}function renderShare(share){return`${Math.floor(share)} %<svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="pass" width="${share.toFixed(1)}" height="10"/></svg>`}function renderOverview(report,scope){let{summary,tool,startedAt}=report,when=showText(startedAt.slice(0,16).replace("T"," ")),counts=[...verdictCounts(summary),...severityCounts(summary)];return`<header>
<h1>${sayVerdict(report)}</h1>
${scope===null?"":`<p class="scope">${showSentences(scope)}</p>
`}<dl class="counts">${counts.map(renderCount).join("")}</dl>
${renderShares(summary)}<p class="run">${formatAmount(summary.endpoints,"endpoint")} in ${formatAmount(summary.files,"file")}, checked on <time datetime="${showText(startedAt)}">${when} UTC</time> in ${formatDuration(report.durationMs)} with ${showText(tool.name)} ${showText(tool.version)}</p>
</header>`}function sayVerdict(report){let{endpoints,failed,inconclusive,passed,skipped}=report.summary,malformed=listStandings(report).filter(standing=>standing.malformed).length,outside=listUnowned(report).filter(({severity})=>severity==="error").length,apart=outside>0?`; ${formatAmount(outside,"error")} outside of them`:"",share=(count,one,many)=>`${count} of ${formatAmount(endpoints,"endpoint")} ${count===1?one:many}`;if(failed>0){let more=malformed>0?`, ${malformed} more ${malformed===1?"is":"are"} malformed`:"";return`${share(failed,"fails","fail")}${more}`}return malformed>0?share(malformed,"is malformed","are malformed"):endpoints===0?outside>0?`No endpoints, ${formatAmount(outside,"error")}`:"No endpoints":skipped===endpoints?`No endpoint was dialled${apart}`:inconclusive>0?`No endpoint fails, ${share(inconclusive,"is inconclusive","are inconclusive")}${apart}`:passed<endpoints?`${share(passed,"passes","pass")}, none fails${apart}`:`${endpoints===1?"The endpoint passes":`All ${endpoints} endpoints pass`}${apart}`}function verdictCounts({failed,inconclusive,skipped,passed}){return[["fail","failed",failed],["inconclusive","inconclusive",inconclusive],["skipped","skipped",skipped],["pass","passed",passed]]}function severityCounts({errors,warnings,notices}){return[["error","errors",errors],["warning","warnings",warnings],["notice","notices",notices]]}function renderCount([className,label,count]){return`<div class="${className}${count===0?" zero":""}"><dt>${label}</dt><dd>${count}</dd></div>`}function renderShares(summary){if(summary.endpoints===0)return"";let from=0;return`<svg class="shares" aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">${verdictCounts(summary).map(([className,,count])=>{let width=count/summary.endpoints*100,part=`<rect class="${className}" x="${from.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;return from+=width,count===0?"":part}).join("")}</svg>
`}function formatDuration(milliseconds){let seconds=milliseconds/1e3;return seconds<1?formatMs(milliseconds):seconds<120?`${seconds.toFixed(1)} s`:`${Math.floor(seconds/60)} min ${Math.floor(seconds%60)} s`}function renderRules({findings},rules){if(findings.length===0)return null;let books=new Map(rules.map(rule=>[rule.code,rule]));return{id:"rules",title:"Rules",body:`<div class="rules">${[...groupBy(findings,({rule})=>rule)].sort(([,a],[,b])=>b.length-a.length).map(([code,about])=>renderRule(code,about,books.get(code))).join(`
`)}</div>`}}function renderRule(code,findings,rule){let severity=findings[0]?.severity??"notice",amount=formatAmount(findings.length,severity),head=`<code>${showText(code)}</code> <b class="${severity}">${amount}</b>`;return rule===void 0?`<p id="${nameRule(code)}">${head}</p>`:`<details id="${nameRule(code)}"><summary>${head} <span>${showSentences(rule.summary)}</span></summary>${showParagraphs(rule.explanation)}</details>`}var filterScript=`
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
`;var sortScript=`
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
`;var script=`'use strict';
(() => {
${sortScript}
${filterScript}
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
`;var styleColors=`
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
`;var styleTables=`
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
`;var style=`${styleColors}
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
`;function renderHtml(report,options){let sections=[renderFileFindings(report),renderEndpoints(report),renderGroups(report,"chain"),renderGroups(report,"provider"),renderRules(report,options.rules)].filter(section=>section!==null),links=sections.map(({id,title})=>`<li><a href="#${id}">${title}</a></li>`);return`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${renderPolicy()}" />
<meta name="viewport" content="width=device-width" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<title>${showText(sayVerdict(report))}: ${showText(report.tool.name)}</title>
<style>${style}</style>
</head>
<body>
${renderOverview(report,options.scope)}
<nav aria-label="Parts of the report"><ul>${links.join("")}</ul></nav>
<main>
${sections.map(renderSection).join(`
`)}
</main>
<footer><p>Keys in urls are hidden behind asterisks. Nothing in this page loads anything from elsewhere.</p></footer>
<script>${script}</script>
</body>
</html>
`}function renderSection({id,title,body}){return`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${body}
</section>`}function renderPolicy(){return["default-src 'none'",`style-src ${hash(style)}`,`script-src ${hash(script)}`,"base-uri 'none'","form-action 'none'"].join("; ")}function hash(text){return`'sha256-${createHash("sha256").update(text).digest("base64")}'`}export{renderHtml};
