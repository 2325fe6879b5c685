import { describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { allFaults } from './index.js';

describe.each(checks.map(({ kind }) => kind))('%s has', (kind) => {
  const ofKind = allFaults.filter((fault) => fault.kind === kind);

  test('at least 25 faults that fail, and healthy ones', () => {
    const add = 'add faults to test/faults, and their list to test/faults/index.ts';
    expect(ofKind.filter(({ verdict }) => verdict === 'fail').length, add).toBeGreaterThanOrEqual(25);
    expect(ofKind.filter(({ verdict }) => verdict === 'pass').length, add).toBeGreaterThan(0);
  });

  test('connections that break, at two addresses', () => {
    const broken = ofKind.filter(({ name }) => name.startsWith('two addresses'));
    expect(broken.length, 'add the kind to urlForms in test/faults/connections.ts').toBeGreaterThanOrEqual(8);
  });

  test('no two faults of one name', () => {
    const names = ofKind.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
