import { describe, expect, test } from 'vitest';
import { chooseWait, hedge } from './next-attempt.js';
import { createAbortController } from '../net/abort.js';

const address = '192.0.43.8:443';
const reset = { code: 'net/reset', data: { address, phase: 'answer' } };
const refused = { code: 'net/refused', data: { address } };
const syncing = { code: 'grpc/syncing', data: {} };
const plaintext = { code: 'grpc/plaintext', data: {} };

function limited(retryAfterMs: number | null) {
  return { code: 'net/rate-limited', data: { detail: 'HTTP 429', retryAfterMs } };
}

describe('exponential backoff from 250 ms with 50 % jitter', () => {
  test.each([
    [1, 0, 125],
    [1, 0.5, 250],
    [1, 1, 375],
    [2, 0, 250],
    [2, 0.5, 500],
    [2, 1, 750],
    [3, 0.5, 1_000],
  ])('attempt %i, random %f', (attempt, random, waitMs) => {
    expect(chooseWait([reset], attempt, random)).toBe(waitMs);
  });
});

describe('transient failures are retried', () => {
  test('and so is what explains one', () => {
    const otherKind = { code: 'evm/other-kind', data: { kind: 'grpc' } };
    expect(chooseWait([{ ...otherKind, explains: reset }], 1, 0.5)).toBe(250);
    expect(chooseWait([{ ...otherKind, explains: refused }], 1, 0.5)).toBeNull();
  });

  test.each([
    'net/dns-failed',
    'net/unreachable',
    'net/connect-timeout',
    'net/response-timeout',
    'net/reset',
    'http/upstream-down',
    'grpc/stream-reset',
    'grpc/connection-dropped',
    'evm/no-block',
  ])('%s', (code) => {
    expect(chooseWait([{ code, data: {} }], 1, 0.5)).toBe(250);
  });

  test.each([
    ['evm/not-json', { contentType: 'application/json', begins: '{', arrivedBytes: 1 }, 250],
    ['rest/not-json', { contentType: 'text/html', begins: '<html>' }, null],
    [
      'grpc-web/malformed-response',
      { call: 'GetNodeInfo', reason: 'a frame of 2 bytes', isCutOff: true },
      250,
    ],
    ['grpc-web/malformed-response', { call: 'GetNodeInfo', reason: 'no message' }, null],
  ])('an answer that a proxy cut off: %s, %o', (code, data, waitMs) => {
    expect(chooseWait([{ code, data }], 1, 0.5)).toBe(waitMs);
  });

  test.each([
    ['real-1 is not ready; please wait for first block', 1_000],
    ['panic', null],
  ])('an error of the node: %s', (details, waitMs) => {
    const data = { call: 'GetNodeInfo', status: 'UNKNOWN', details };
    for (const kind of ['grpc', 'rest'])
      expect(chooseWait([{ code: `${kind}/node-error`, data }], 1, 0.5)).toBe(waitMs);
  });

  test.each([
    limited(null),
    { code: 'http/upstream-down', data: { detail: 'HTTP 503' } },
    { code: 'http/upstream-down', data: { detail: 'UNAVAILABLE: unavailable' } },
  ])('%o after a second, since limits take seconds', (problem) => {
    expect(chooseWait([problem], 1, 0.5)).toBe(1_000);
  });

  test('a status of HTTP that clients retry', () => {
    expect(chooseWait([{ code: 'http/status', data: { status: 500 } }], 1, 0.5)).toBe(250);
  });

  test('even beside warnings and notices', () => {
    expect(chooseWait([syncing, reset, plaintext], 1, 0.5)).toBe(250);
  });
});

describe('a definite result is not retried', () => {
  test.each([
    'net/refused',
    'net/dns-not-found',
    'net/blocked-address',
    'net/ipv6-only',
    'tls/certificate-expired',
    'http/status',
    'grpc/wrong-chain',
    'evm/method-missing',
  ])('%s', (code) => {
    expect(chooseWait([{ code, data: {} }], 1, 0.5)).toBeNull();
  });

  test('even beside a transient failure', () => {
    expect(chooseWait([reset, refused], 1, 0.5)).toBeNull();
    expect(chooseWait([refused, limited(1_000)], 1, 0.5)).toBeNull();
  });

  test('nor is an endpoint without a problem', () => {
    expect(chooseWait([], 1, 0.5)).toBeNull();
    expect(chooseWait([syncing, plaintext], 1, 0.5)).toBeNull();
  });
});

describe('Retry-After is honoured, up to ten seconds', () => {
  test.each([
    [1, 1],
    [7_000, 7_000],
    [10_000, 10_000],
    [10_001, 10_000],
    [86_400_000, 10_000],
  ])('%i ms', (wished, waitMs) => {
    for (const random of [0, 1]) expect(chooseWait([limited(wished)], 1, random)).toBe(waitMs);
  });

  test.each([[null], [0], [-1]])('%s is ignored', (wished) => {
    expect(chooseWait([limited(wished)], 1, 0.5)).toBe(1_000);
  });

  test('the longest of several counts', () => {
    expect(chooseWait([limited(1_000), limited(3_000), reset], 1, 0.5)).toBe(3_000);
  });
});

/** Two attempts, which begin together and end as listed, such as `1 good`. An attempt that is not listed never ends. */
async function hedgeAttempts(endings: readonly string[]) {
  const ends = new Map<number, (value: string) => void>();
  const signals: AbortSignal[] = [];
  let onSecond: () => void = () => undefined;
  const hasSecond = new Promise<void>((resolve) => (onSecond = resolve));
  const make = (number: number, signal: AbortSignal) => {
    signals.push(signal);
    if (number === 2) onSecond();
    return new Promise<string>((resolve) => ends.set(number, resolve));
  };
  const hedged = hedge(make, 1, {
    signal: createAbortController().signal,
    delayMs: 0,
    isGood: (value) => value === 'good',
    isSilence: (value) => value.startsWith('silent'),
  });
  await hasSecond;
  for (const ending of endings) {
    const [number = '', value = ''] = ending.split(/ (.*)/);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    ends.get(Number(number))?.(value);
    await new Promise(setImmediate);
  }
  return { ...(await hedged), cancelled: signals.map(({ aborted }) => aborted) };
}

test.each([
  ['a good one cancels the other', ['2 good'], 'good'],
  ['the first may be the good one', ['1 good'], 'good'],
  ['what is not good waits for the other', ['2 bad', '1 good'], 'good'],
  ['in any order', ['1 bad', '2 good'], 'good'],
  ['the first says more', ['2 bad', '1 worse'], 'worse'],
  ['unless it was silent', ['2 bad', '1 silent'], 'bad'],
  [
    'of two that were silent, the first was so for longer',
    ['2 silent for 1 s', '1 silent for 2 s'],
    'silent for 2 s',
  ],
] as const)('of two attempts at a time: %s', async (_, endings, value) => {
  expect(await hedgeAttempts(endings)).toEqual({ value, attempts: 2, cancelled: [true, true] });
});

test('an attempt that ends in time stays alone', async () => {
  const options = { signal: createAbortController().signal, isGood: () => false, isSilence: () => false };
  const make = (number: number) => Promise.resolve(number);
  expect(await hedge(make, 3, { ...options, delayMs: 60_000 })).toEqual({ value: 3, attempts: 1 });
  expect(await hedge(make, 3, { ...options, delayMs: null })).toEqual({ value: 3, attempts: 1 });
});
