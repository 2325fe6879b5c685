import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../model/json.js';
import { describeEvm } from './facts.js';
import type { EvmObservation } from './probe.js';

const evm: EvmObservation = {
  connection: {
    address: '192.0.43.8:443',
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
  secure: true,
  block: read('0x10', '0x55ba467c'),
  chainId: { kind: 'result', result: '0x6F0' },
  secondChainId: { kind: 'result', result: '0x6F1' },
  networkId: null,
  redirect: null,
  cors: { allowed: true },
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 },
};

function read(number: string, timestamp: string): { readonly kind: 'result'; readonly result: JsonValue } {
  const result: JsonValue = { hash: `0x${'a'.repeat(64)}`, number, timestamp };
  return { kind: 'result', result };
}

test('the facts are what the endpoint reported of itself', () => {
  expect(describeEvm(evm)).toEqual({
    address: '192.0.43.8:443',
    chainId: 1776,
    otherChainId: 1777,
    blockHeight: 16,
    blockTime: '2015-07-30T15:45:00.000Z',
    cors: true,
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    phasesMs: evm.phasesMs,
  });
});

test('an endpoint that was not probed has the same fields', () => {
  expect(Object.keys(describeEvm(null))).toEqual(Object.keys(describeEvm(evm)));
});

describe('numbers and times that JSON or a Date cannot hold', () => {
  test('a number beyond 2^53 is a string, so that it is not rounded', () => {
    const facts = describeEvm({
      ...evm,
      block: read('0x20000000000001', '0x0'),
      chainId: { kind: 'result', result: '0x20000000000000' },
    });
    expect(facts).toMatchObject({ blockHeight: '9007199254740993', chainId: '9007199254740992' });
    expect(describeEvm({ ...evm, block: read('0x1fffffffffffff', '0x0') })['blockHeight']).toBe(2 ** 53 - 1);
  });

  test('a time beyond the range of Date is null', () => {
    expect(describeEvm({ ...evm, block: read('0x1', `0x${'f'.repeat(64)}`) })['blockTime']).toBeNull();
  });

  test.each<[EvmObservation['block']]>([
    [{ kind: 'result', result: null }],
    [{ kind: 'result', result: 'block' }],
    [{ kind: 'problem', problem: { code: 'evm/no-block', data: {} } }],
  ])('%j gives no block', (block) => {
    expect(describeEvm({ ...evm, block })).toMatchObject({ blockHeight: null, blockTime: null });
  });
});
