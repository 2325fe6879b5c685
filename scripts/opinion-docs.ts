import type { Fault } from '../test/faults/fault.js';
import { faults } from '../test/faults/index.js';
import { listClients, type Opinions } from '../test/opinions/clients.js';
import { differences } from '../test/opinions/differences.js';
import { fillTable, replacePart } from './pages.js';

/** How many endpoints of a difference are named. */
const namedEndpoints = 2;

/** The page of what other clients make of the faults, with how often they agree, and the differences that surprise. */
export function describeOpinions(page: string, { versions, outcomes }: Opinions) {
  const judged = faults.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
  const compared = judged.flatMap(({ kind, name, verdict }) =>
    listClients(kind).map((client) => (outcomes[kind][name]?.[client] === 'ok') === (verdict === 'pass')),
  );
  const agreed = compared.filter((agrees) => agrees).length;
  const clients = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const summary = `${agreed} times in ${compared.length}: ${clients.join(', ')}`;

  const listRows = (verdict: Fault['verdict']) =>
    differences.flatMap(({ why, surprises, cases }) => {
      const found = judged.filter(
        (fault) =>
          fault.verdict === verdict &&
          cases.some(([kind, , names]) => kind === fault.kind && names.includes(fault.name)),
      );
      if (found.length === 0 || !surprises) return [];
      const kinds = [...new Set(found.map(({ kind }) => kind))].join(', ');
      const names = [...new Set(found.map(({ name }) => name))];
      const more = names.length > namedEndpoints ? [`${names.length - namedEndpoints} more`] : [];
      const endpoints = [...names.slice(0, namedEndpoints), ...more].join('; ');
      const named = new Set<string>(cases.flatMap(([, some]) => some));
      const inOrder = Object.keys(versions).filter((client) => named.has(client));
      return [[`${kinds}: ${endpoints}`, inOrder.join(', '), why]];
    });

  const passing = fillTable(page, ['endpoint', 'these fail', 'why it passes'], listRows('pass'));
  const failing = fillTable(passing, ['endpoint', 'these succeed', 'why it fails'], listRows('fail'));
  return replacePart(failing, /(?<=`pass` and `fail` ).*(?=\.$)/m, summary);
}
