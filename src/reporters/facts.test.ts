import { describe, expect, test } from 'vitest';
import { endpoint } from '../../test/support/report-samples.js';
import type { JsonObject } from '../model/json.js';
import { describeFacts } from './facts.js';

function describeOf(facts: JsonObject, { verbose = false, attempts = 1, durationMs = 41.6 } = {}): string[] {
  return describeFacts(endpoint({ facts, attempts, durationMs }), verbose);
}

describe('the facts of an endpoint fit into one line', () => {
  test.each([
    [{ chainId: 'cosmoshub-4', blockHeight: 7 }, 'chain cosmoshub-4, block 7, 42 ms'],
    [{ chainId: 1776, blockHeight: 16 }, 'chain 1776, block 16, 42 ms'],
    [{ chainId: 0, blockHeight: 0 }, 'chain 0, block 0, 42 ms'],
    // Numbers beyond 2^53 are strings.
    [
      { chainId: '9007199254740993', blockHeight: '9007199254740994' },
      'chain 9007199254740993, block 9007199254740994, 42 ms',
    ],
    [{ chainId: null, blockHeight: null }, '42 ms'],
    [{ chainId: '' }, '42 ms'],
    [{}, '42 ms'],
  ])('%j', (facts, line) => {
    expect(describeOf(facts)).toEqual([line]);
  });

  test('the attempts are counted if there was more than one', () => {
    expect(describeOf({}, { attempts: 3, durationMs: 1_000 })).toEqual(['1000 ms, 3 attempts']);
  });

  test('there are none without a probe', () => {
    expect(describeOf({ chainId: 'cosmoshub-4' }, { attempts: 0, verbose: true })).toEqual([]);
  });
});

test('the verbose form has a line for each known fact', () => {
  const facts = {
    transport: 'tls',
    chainId: 'cosmoshub-4',
    moniker: '',
    sdkVersion: null,
    services: ['a.B', 'c.D'],
    blockHeight: 7,
    phasesMs: { dns: 1.5, connect: null, tls: 0 },
  };
  expect(describeOf(facts, { verbose: true })).toEqual([
    'chain cosmoshub-4, block 7, 42 ms',
    'transport: tls',
    'chainId: cosmoshub-4',
    'services: 2',
    'blockHeight: 7',
    'phasesMs: dns 1.5, tls 0',
  ]);
});
