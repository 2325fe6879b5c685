import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faults } from '../faults/index.js';
import { clients, listClients, type Opinions } from './clients.js';
import { differences, inconclusiveReasons } from './differences.js';

const { versions, outcomes } = JSON.parse(await readFile('test/faults/opinions.json', 'utf8')) as Opinions;
// Invalid entries are not probed, so there is nothing to compare.
const probed = faults.filter(({ verdict }) => verdict !== 'invalid');

test('the output of grpcurl is recorded for every gRPC fault', async () => {
  const printed = JSON.parse(await readFile('test/faults/grpcurl.json', 'utf8')) as Record<string, string>;
  const names = faults.filter(({ kind }) => kind === 'grpc').map(({ name }) => name);
  expect(Object.keys(printed)).toEqual(['version', ...names]);
  expect(printed['version']).toBe(clients.grpcurl.version);
});

// `npm run test:nodes` runs the clients themselves.
describe('the results of clients for the faults', () => {
  test('are recorded for every fault and client', () => {
    for (const kind of new Set(probed.map((fault) => fault.kind))) {
      const names = probed.filter((fault) => fault.kind === kind).map(({ name }) => name);
      expect(Object.keys(outcomes[kind]), kind).toEqual(names);
      for (const name of names)
        expect(Object.keys(outcomes[kind][name] ?? {}), name).toEqual(listClients(kind));
    }
  });

  test('are recorded with the versions of the clients', () => {
    expect(Object.keys(versions)).toEqual(Object.keys(clients));
    for (const [name, { version }] of Object.entries(clients)) {
      const recorded = versions[name as keyof typeof clients];
      expect(recorded, name).toMatch(version === '' ? /\d/ : version);
    }
  });

  test('agree with the verdict, except for the listed differences, all of which exist', () => {
    const found = probed.flatMap(({ kind, name, verdict }) =>
      Object.entries(outcomes[kind][name] ?? {}).flatMap(([client, outcome]) =>
        verdict !== 'inconclusive' && (outcome === 'ok') !== (verdict === 'pass')
          ? [`${kind} | ${name} | ${client}`]
          : [],
      ),
    );
    const listed = differences
      .flatMap(({ cases }) => cases)
      .flatMap(([kind, names, faultNames]) =>
        faultNames.flatMap((fault) => names.map((client) => `${kind} | ${fault} | ${client}`)),
      );
    expect(listed.toSorted()).toEqual(found.toSorted());
  });

  test('have twenty surprising differences, which docs/second-opinions.md describes', async () => {
    const surprising = differences.filter(({ surprises }) => surprises);
    expect(surprising).toHaveLength(20);
    const page = await readFile('docs/second-opinions.md', 'utf8');
    for (const { why } of surprising) expect(page).toContain(why);
  });

  test.each(probed.filter(({ verdict }) => verdict === 'inconclusive'))(
    'prove nothing if the verdict is inconclusive: $kind, $name',
    ({ rules }) => {
      expect(Object.keys(inconclusiveReasons).filter((rule) => rules.includes(rule))).not.toEqual([]);
    },
  );
});
