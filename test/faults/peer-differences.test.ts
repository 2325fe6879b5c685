import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faults } from './index.js';
import { peerDifferences, peersOf, peerVersions } from './peer-differences.js';

const named = peerDifferences.flatMap((difference) =>
  difference.faults.map((name) => ({ ...difference, name })),
);

// `npm run test:nodes` asks the programs themselves.
describe('the differences to other programs', () => {
  test('are told once for each fault', () => {
    const names = named.map(({ kind, name }) => `${kind}: ${name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  test.each(named)('are differences: $kind, $name', ({ kind, name, passes }) => {
    const fault = faults.find((one) => one.kind === kind && one.name === name);
    const agreed = { pass: peersOf[kind], fail: [], inconclusive: null, invalid: passes };
    expect(fault && agreed[fault.verdict]).not.toEqual(passes);
    expect(fault).toBeDefined();
  });

  test('stand with each verdict that is neither pass nor fail', () => {
    for (const { kind, name, verdict } of faults) {
      if (verdict !== 'inconclusive') continue;
      expect(named).toContainEqual(expect.objectContaining({ kind, name }));
    }
  });
});

test('what grpcurl says is recorded of every gRPC fault', async () => {
  const said = JSON.parse(await readFile('test/faults/grpcurl.json', 'utf8')) as Record<string, string>;
  const names = faults.filter(({ kind }) => kind === 'grpc').map(({ name }) => name);
  expect(Object.keys(said)).toEqual(['version', ...names]);
  expect(said['version']).toBe(peerVersions.grpcurl);
});
