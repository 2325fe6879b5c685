import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faults } from './index.js';
import { peerDifferences, peersOf, peerVersions } from './peer-differences.js';

const named = peerDifferences.flatMap((difference) =>
  difference.faults.map((name) => ({ ...difference, name })),
);

// `npm run test:nodes` runs the programs themselves.
describe('the differences from other programs', () => {
  test('are listed once for each fault', () => {
    const names = named.map(({ kind, name }) => `${kind}: ${name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  test.each(named)('are differences: $kind, $name', ({ kind, name, passes }) => {
    const fault = faults.find((one) => one.kind === kind && one.name === name);
    const agreed = { pass: peersOf[kind], fail: [], inconclusive: null, invalid: passes };
    expect(fault && agreed[fault.verdict]).not.toEqual(passes);
    expect(fault).toBeDefined();
  });

  test('include each inconclusive fault', () => {
    for (const { kind, name, verdict } of faults) {
      if (verdict !== 'inconclusive') continue;
      expect(named).toContainEqual(expect.objectContaining({ kind, name }));
    }
  });
});

test('the output of grpcurl is recorded for every gRPC fault', async () => {
  const printed = JSON.parse(await readFile('test/faults/grpcurl.json', 'utf8')) as Record<string, string>;
  const names = faults.filter(({ kind }) => kind === 'grpc').map(({ name }) => name);
  expect(Object.keys(printed)).toEqual(['version', ...names]);
  expect(printed['version']).toBe(peerVersions.grpcurl);
});
