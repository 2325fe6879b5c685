import { importTypeScript } from './import-typescript.js';
import { fillTable, replacePart } from './pages.js';

/** @typedef {import('../test/faults/fault.js').Fault} Fault */

/** @type {typeof import('../src/model/group-by.js')} */
const { groupBy } = await importTypeScript('src/model/group-by.ts');

/** How many endpoints of a difference are named. */
const namedEndpoints = 2;

/**
 * The page of what other clients make of the faults, with how often they agree, and the differences that surprise.
 * @param {string} page
 * @param {readonly Fault[]} faults
 * @param {import('../test/opinions/opinions.js').Opinions} opinions
 * @param {typeof import('../test/opinions/clients.js')} clientTable
 * @param {typeof import('../test/opinions/differences.js')} differenceTable
 */
export function describeOpinions(page, faults, { versions, outcomes }, { listClients }, { differences }) {
  const judged = faults.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  const compared = judged.flatMap(({ kind, name, verdict }) =>
    listClients(kind).map((client) => (outcomes[kind][name]?.[client] === 'ok') === (verdict === 'pass')),
  );
  const agreed = compared.filter((agrees) => agrees).length;
  const clients = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const summary = `${agreed} times in ${compared.length}: ${clients.join(', ')}`;

  /** @param {Fault['verdict']} verdict */
  const listRows = (verdict) =>
    [...groupBy(differences, ({ why }) => why)].flatMap(([why, group]) => {
      const found = judged.filter(
        (fault) =>
          fault.verdict === verdict &&
          group.some((one) => one.kind === fault.kind && one.faults.includes(fault.name)),
      );
      if (found.length === 0 || !group.some(({ surprises }) => surprises)) return [];
      const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
      const names = [...new Set(found.map(({ name }) => name))];
      const more = names.length > namedEndpoints ? [`${names.length - namedEndpoints} more`] : [];
      const endpoints = [...names.slice(0, namedEndpoints), ...more].join('; ');
      const named = new Set(group.flatMap((one) => one.clients));
      const inOrder = Object.keys(versions).filter((client) => named.has(/** @type {any} */ (client)));
      return [[`${kinds}: ${endpoints}`, inOrder.join(', '), why]];
    });

  const passing = fillTable(page, ['endpoint', 'these fail', 'why it passes'], listRows('pass'));
  const failing = fillTable(passing, ['endpoint', 'these succeed', 'why it fails'], listRows('fail'));
  return replacePart(failing, /(?<=`pass` and `fail` ).*(?=\.$)/m, summary);
}
