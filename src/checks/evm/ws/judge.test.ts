import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import { noPhases } from '../../facts.js';
import { judgeEvmWs, judgeEvmWsClaim } from './judge.js';
import type { EvmWsObservation } from './probe.js';

const now = new Date('2026-11-22T12:00:00Z');
const quantity = (date: Date) => `0x${Math.trunc(date.getTime() / 1_000).toString(16)}`;
const block = (change: object = {}): EvmWsObservation['block'] => ({
  kind: 'result',
  result: { hash: `0x${'ab'.repeat(32)}`, number: '0x10', timestamp: quantity(now), ...change },
});
const observation: EvmWsObservation = {
  connection: null,
  secure: true,
  block: block(),
  chainId: { kind: 'result', result: '0x6F0' },
  networkId: null,
  subscription: { kind: 'result', hasEvent: false },
  phasesMs: noPhases,
};

describe('a websocket', () => {
  test('in order has no problems', () => {
    expect(judgeEvmWs(observation, now)).toEqual([]);
  });

  test.each<[string, Partial<EvmWsObservation>, string]>([
    ['has no block', { block: { kind: 'result', result: null } }, 'evm-ws/no-block'],
    ['has a malformed block', { block: block({ number: '16' }) }, 'evm-ws/malformed-block'],
    ['has a block with numbers', { block: block({ number: 16 }) }, 'evm-ws/nonstandard-answer'],
    ['reports no chain id', { chainId: { kind: 'result', result: '0x' } }, 'evm-ws/chain-unknown'],
    [
      'has a block beyond what is read',
      { block: { kind: 'result', result: {}, limitBytes: 2_097_152 } },
      'evm-ws/head-unknown',
    ],
    ['has an old block', { block: block({ timestamp: '0x5f5e1000' }) }, 'evm-ws/stale'],
    [
      'has a block in milliseconds',
      { block: block({ timestamp: `0x${now.getTime().toString(16)}` }) },
      'evm-ws/odd-timestamp',
    ],
    [
      'answers a decimal chain id',
      { chainId: { kind: 'result', result: 1776 } },
      'evm-ws/nonstandard-answer',
    ],
    ['has no TLS', { secure: false }, 'http/plaintext'],
    [
      'refuses the subscription',
      {
        subscription: {
          kind: 'problem',
          problem: { code: 'no-subscription', data: { code: -32000, detail: 'no' } },
        },
      },
      'evm-ws/no-subscription',
    ],
    [
      'limits the subscription',
      {
        subscription: {
          kind: 'problem',
          problem: failure('net/rate-limited', { detail: '', retryAfterMs: null }),
        },
      },
      'net/rate-limited',
    ],
    [
      'does not answer the block, and nothing else is reported',
      {
        secure: false,
        subscription: null,
        block: { kind: 'problem', problem: { code: 'not-json', data: { begins: 'x' } } },
      },
      'evm-ws/not-json',
    ],
  ])('%s', (_name, change, code) => {
    expect(judgeEvmWs({ ...observation, ...change }, now).map((found) => found.code)).toEqual([code]);
  });
});

describe('the chain', () => {
  const claim = { chainId: '0x6f0', field: 'chainId', derived: false };
  const missing = {
    kind: 'problem',
    problem: { code: 'method-missing', data: { call: 'eth_chainId' } },
  } as const;
  test.each<[string, Partial<EvmWsObservation>, readonly object[]]>([
    ['that is claimed', {}, []],
    [
      'is another',
      { chainId: { kind: 'result', result: '0x1' } },
      [
        {
          code: 'evm-ws/wrong-chain',
          data: { expected: '0x6f0', actual: '1 (0x1)', field: 'chainId', derived: false },
        },
      ],
    ],
    ['is not reported, which is a problem whatever is claimed', { chainId: missing }, []],
    [
      'is not reported, but another network',
      { chainId: missing, networkId: { kind: 'result', result: '5' } },
      [
        {
          code: 'evm-ws/network-differs',
          data: { expected: '0x6f0', detail: 'the method does not exist', networkId: '5' },
        },
      ],
    ],
    ['is not known, since nothing was answered', { chainId: null }, []],
  ])('%s', (_name, change, problems) => {
    expect(judgeEvmWsClaim({ ...observation, ...change })(claim)).toEqual(problems);
  });
});
