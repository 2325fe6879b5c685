import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { connectionFaults } from './connections.js';
import { faults } from './index.js';
import { peerFaults } from './peers.js';
import { sharedRefusals } from './shared-refusals.js';

describe('every kind has a table of faults', () => {
  test.each(checks.map(({ kind }) => kind))('%s: at least 25 that fail, and healthy ones', (kind) => {
    const ofKind = [...faults, ...peerFaults].filter((fault) => fault.kind === kind);
    const add = `add faults to test/faults/${kind}-answers.ts, and those to test/faults/index.ts`;
    expect(ofKind.filter(({ verdict }) => verdict === 'fail').length, add).toBeGreaterThanOrEqual(25);
    expect(ofKind.filter(({ verdict }) => verdict === 'pass').length, add).toBeGreaterThan(0);
  });

  test.each(checks.map(({ kind }) => kind))('%s: connections that break, at two addresses', (kind) => {
    const ofKind = [...connectionFaults, ...peerFaults].filter(
      (fault) => fault.kind === kind && fault.name.startsWith('two addresses'),
    );
    expect(ofKind.length, 'add the kind to urlForms in test/faults/connections.ts').toBeGreaterThanOrEqual(8);
  });

  test('each under a unique name', () => {
    const names = [...faults, ...connectionFaults, ...sharedRefusals, ...peerFaults].map(
      ({ kind, name }) => `${kind} ${name}`,
    );
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
