import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import type { JsonValue } from '../../../model/json.js';
import { noPhases } from '../../facts.js';
import { staleAfterMs } from '../../block/stale.js';
import type { JsonRpcOutcome } from './json-rpc.js';
import { readChainId } from '../chain-id.js';
import { judgeEvm, judgeEvmClaim } from './judge.js';
import type { EvmObservation } from './probe.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const claim = { chainId: '0x6F0', field: 'chain_id_evm', derived: false };

function result(value: JsonValue): JsonRpcOutcome {
  return { kind: 'result', result: value };
}

function blockOfAge(seconds: number): JsonRpcOutcome {
  const timestamp = `0x${(now.getTime() / 1_000 - seconds).toString(16)}`;
  return result({ hash: `0x${'a'.repeat(64)}`, number: '0x10', timestamp });
}

const tls = {
  address: '192.0.43.8:443',
  certificateExpiresAt: '2026-03-01T00:00:00.000Z',
  certificateLifetimeMs: null,
  cipherSuite: 'TLS_AES_128_GCM_SHA256',
};

/** The observation of a healthy node, with these changes. */
function createObservation(changes: Partial<EvmObservation> = {}): EvmObservation {
  return {
    connection: tls,
    secure: true,
    block: blockOfAge(5),
    chainId: result('0x6f0'),
    secondChainId: null,
    networkId: null,
    redirect: null,
    cors: null,
    phasesMs: noPhases,
    ...changes,
  };
}

function judge(changes: Partial<EvmObservation>, claimed: typeof claim | null = claim) {
  const observation = createObservation(changes);
  return [...judgeEvm(observation, now), ...(claimed === null ? [] : judgeEvmClaim(observation)(claimed))];
}

test('a healthy node has no problem', () => {
  expect(judge({})).toEqual([]);
  expect(judge({ chainId: null })).toEqual([]);
  expect(judge({ connection: null }, null)).toEqual([]);
});

test('a block whose header was not read is a notice, and the chain is compared', () => {
  const limitBytes = 2_097_152;
  const block: JsonRpcOutcome = { kind: 'result', result: {}, limitBytes };
  const codes = (changes: Partial<EvmObservation>) => judge(changes).map(({ code }) => code);
  expect(judge({ block })).toEqual([{ code: 'evm/head-unknown', data: { limitBytes } }]);
  expect(codes({ block, chainId: result('0x1') })).toEqual(['evm/head-unknown', 'evm/wrong-chain']);
  expect(judge({ block: { ...block, ...blockOfAge(5) } })).toEqual([]);
  expect(codes({ block: { ...block, ...blockOfAge(7_200) } })).toEqual(['evm/stale']);
});

describe('without a latest block nothing else is reported', () => {
  test.each([
    failure('net/refused', { address: '192.0.43.8:443' }),
    failure('http/status', { status: 404, request: 'evm' }),
    { code: 'evm/not-json' as const, data: { contentType: 'text/html', begins: '<html>' } },
  ])('$code', (problem) => {
    expect(judge({ block: { kind: 'problem', problem }, chainId: null, secure: false })).toEqual([problem]);
  });
});

describe('the latest block must be a block', () => {
  test('null is not a block', () => {
    expect(judge({ block: result(null) })).toEqual([{ code: 'evm/no-block', data: {} }]);
  });

  test.each<[JsonValue, string]>([
    ['0x10', 'expected an object'],
    [{}, '"hash" must be a hash of 32 bytes'],
    [{ hash: `0x${'a'.repeat(64)}`, number: '010', timestamp: '0x1' }, '"number" must be a hex quantity'],
  ])('%j', (value, reason) => {
    expect(judge({ block: result(value) })).toEqual([{ code: 'evm/malformed-block', data: { reason } }]);
  });
});

describe('an old head is a warning', () => {
  const limit = staleAfterMs / 1_000;

  test.each([[limit], [limit - 1], [0], [-3_600]])('%i s is fresh', (seconds) => {
    expect(judge({ block: blockOfAge(seconds) })).toEqual([]);
  });

  test('one second more than the limit is stale', () => {
    expect(judge({ block: blockOfAge(limit + 1) })).toEqual([
      { code: 'evm/stale', data: { number: 16, ageMs: staleAfterMs + 1_000 } },
    ]);
  });
});

describe('a timestamp in another unit is read, one of the future reported', () => {
  const at = (timestamp: number) =>
    judge({
      block: result({
        hash: `0x${'a'.repeat(64)}`,
        number: '0x10',
        timestamp: `0x${timestamp.toString(16)}`,
      }),
    });

  test.each([
    [1e3, 'milliseconds'],
    [1e6, 'microseconds'],
    [1e9, 'nanoseconds'],
  ])('%i a second', (perSecond, unit) => {
    const reason = `it is in ${unit} instead of seconds`;
    expect(at((now.getTime() / 1_000) * perSecond)).toEqual([
      { code: 'evm/odd-timestamp', data: { number: 16, reason } },
    ]);
    expect(at((now.getTime() / 1_000 - 7_200) * perSecond).map(({ code }) => code)).toContain('evm/stale');
  });

  test('a day ahead', () => {
    expect(at(now.getTime() / 1_000 + 90_000)).toEqual([
      { code: 'evm/odd-timestamp', data: { number: 16, reason: 'it is 25 hours in the future' } },
    ]);
  });
});

test('an answer that departs from the specifications is a warning', () => {
  const deviation = 'it begins with a byte order mark';
  const marked = { ...blockOfAge(5), deviation } as JsonRpcOutcome;
  expect(judge({ block: marked, chainId: { kind: 'result', result: '0x6f0', deviation } })).toEqual([
    { code: 'evm/nonstandard-answer', data: { reason: deviation } },
  ]);
});

describe('the chain that the endpoint names is compared with the claim as a number', () => {
  test.each(['0x6F0', '0x6f0', '0x06f0', '1776'])('%s is the chain 0x6f0', (chainId) => {
    expect(judge({ chainId: result('0x6f0') }, { ...claim, chainId })).toEqual([]);
  });

  test.each([
    ['0x1', '1 (0x1)'],
    ['0x6f1', '1777 (0x6f1)'],
    // Two numbers that are equal once rounded to 53 bits must not count as equal.
    ['0x20000000000001', '9007199254740993 (0x20000000000001)'],
  ])('%s is another', (chainId, actual) => {
    const claimed = chainId.length > 10 ? '0x20000000000000' : claim.chainId;
    expect(judge({ chainId: result(chainId) }, { ...claim, chainId: claimed })).toEqual([
      { code: 'evm/wrong-chain', data: { expected: claimed, actual, field: 'chain_id_evm', derived: false } },
    ]);
    expect(judge({ chainId: result(chainId) }, null)).toEqual([]);
  });

  test.each<[JsonValue]>([
    [null],
    [0],
    [-1],
    [1.5],
    [2 ** 60],
    ['0x'],
    ['6f0'],
    [{}],
    ['0X6f0'],
    ['1'.repeat(81)],
  ])('%j is no chain id, and the endpoint is not accused', (value) => {
    expect(judge({ chainId: result(value) })).toEqual([
      {
        code: 'evm/chain-unknown',
        data: { detail: 'not a chain id' },
      },
    ]);
  });

  test.each<[JsonValue]>([[1776], ['1776']])(
    '%j is read as a decimal number, which not every client does',
    (value) => {
      const data = { reason: 'eth_chainId answers a decimal number' };
      expect(judge({ chainId: result(value) })).toEqual([{ code: 'evm/nonstandard-answer', data }]);
    },
  );

  test('leading zeros are read, which clients in Go refuse', () => {
    const data = { reason: 'the answer to eth_chainId has leading zeros' };
    expect(judge({ chainId: result('0x06f0') })).toEqual([{ code: 'evm/nonstandard-answer', data }]);
  });

  test.each<[JsonValue]>([[5], ['5']])('%j is another chain', (value) => {
    expect(judge({ chainId: result(value) }).map(({ code }) => code)).toContain('evm/wrong-chain');
  });

  test('the network id of another chain makes it doubtful, the same one confirms nothing', () => {
    expect(judge({ chainId: result(null), networkId: result('5') })).toEqual([
      { code: 'evm/chain-unknown', data: { detail: 'not a chain id' } },
      {
        code: 'evm/network-differs',
        data: { expected: '0x6F0', detail: 'not a chain id', networkId: '5' },
      },
    ]);
    expect(judge({ chainId: result(null), networkId: result('1776') })).toMatchObject([
      { code: 'evm/chain-unknown' },
    ]);
  });

  test('a missing chain id is reported with the reason', () => {
    const chainId: JsonRpcOutcome = {
      kind: 'problem',
      problem: { code: 'evm/method-missing', data: { call: 'eth_chainId' } },
    };
    const unknown = { code: 'evm/chain-unknown', data: { detail: 'the method does not exist' } };
    expect(judge({ chainId })).toEqual([unknown]);
    // Clients stop there, whatever a registry claims.
    expect(judge({ chainId }, null)).toEqual([unknown]);
    expect(readChainId(chainId)).toBeNull();
  });
});

test('a chain id that was rate limited proves nothing about the claim', () => {
  const problem = failure('net/rate-limited', { detail: 'HTTP 429', retryAfterMs: null });
  const chainId: JsonRpcOutcome = { kind: 'problem', problem };
  expect(judge({ chainId })).toEqual([problem]);
  expect(judge({ chainId }, null)).toEqual([]);
});

test('an endpoint that pages of other origins may not use has a notice', () => {
  const reason = 'the answer has no access-control-allow-origin';
  expect(judge({ cors: { allowed: false, reason } })).toEqual([{ code: 'http/no-cors', data: { reason } }]);
  expect(judge({ cors: { allowed: true } })).toEqual([]);
});

describe('the transport is validated too', () => {
  test('plain http is a notice', () => {
    expect(judge({ secure: false })).toEqual([{ code: 'http/plaintext', data: {} }]);
  });

  test.each([
    ['2026-01-14T23:59:59.999Z', ['tls/certificate-expiring']],
    ['2026-01-15T00:00:00.000Z', []],
  ])('a certificate until %s', (certificateExpiresAt, codes) => {
    const connection = { ...tls, certificateExpiresAt };
    expect(judge({ connection }).map(({ code }) => code)).toEqual(codes);
  });

  test('RSA key exchange is a warning', () => {
    const cipherSuite = 'TLS_RSA_WITH_AES_128_GCM_SHA256';
    expect(judge({ connection: { ...tls, cipherSuite } })).toEqual([
      { code: 'tls/rsa-key-exchange', data: { cipherSuite } },
    ]);
  });
});

test('all problems of an endpoint that answers are reported at once', () => {
  const connection = { ...tls, certificateExpiresAt: '2026-01-02T00:00:00.000Z' };
  const found = judge({ block: result(null), chainId: result('0x1'), connection });
  expect(found.map(({ code }) => code)).toEqual([
    'evm/no-block',
    'tls/certificate-expiring',
    'evm/wrong-chain',
  ]);
});
