import { filterScript } from './script-filter.js';
import { sortScript } from './script-sort.js';

/**
 * The page's script. It reads the DOM alone, so that no word of a report ever stands in it. What was filtered and how it is
 * sorted stands behind the #, like `#verdict=fail&text=cosmos&endpoints=-latency`, so that a link shows others the same.
 */
export const script = `'use strict';
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
`;
