import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { standStill } from '../../test/support/probe-context.js';
import type { Probe } from '../checks/check.js';
import { failure, type Failure, success } from '../model/failure.js';
import { createAbortController } from '../net/abort.js';
import { type ProbeOptions, probeWithRetries } from './probe-with-retries.js';

const address = '127.0.0.1:443';
const target = { host: '127.0.0.1', port: 443, path: '/', secure: true };
const late = failure('net/response-timeout', { address, limitMs: 20_000 });
const refused = failure('net/refused', { address });
const reset = failure('net/reset', { address, phase: 'answer' });
const down = failure('http/upstream-down', { detail: 'HTTP 503' });

const observe = (problem: Failure | null) => ({
  facts: {},
  problems: problem === null ? [] : [problem],
  judgeClaim: () => [],
});

const options = {
  timeoutMs: 20_000,
  retries: 0,
  resolve: () => Promise.resolve(success(['127.0.0.1'])),
  proxy: null,
  signal: createAbortController().signal,
};

/** Probes with these outcomes in turn; `stalledMs` is how long this process stalls in each. */
async function probeInTurn(
  stalledMs: number,
  outcomes: readonly (Failure | null)[],
  otherwise: Partial<ProbeOptions> = {},
) {
  const probe: Probe = () => {
    const problem = outcomes[attempts++] ?? null;
    if (problem !== null) standStill(stalledMs);
    return Promise.resolve(observe(problem));
  };
  let attempts = 0;
  const result = await probeWithRetries(probe, target, { ...options, ...otherwise });
  return { attempts, counted: result?.attempts, problems: result?.observation.problems };
}

describe('a time-out while this process stalled is no evidence', () => {
  test('so the target is probed again', async () => {
    expect(await probeInTurn(800, [late, null])).toEqual({ attempts: 2, counted: 2, problems: [] });
  });

  test('and if that happens again, this machine fails', async () => {
    const { attempts, problems } = await probeInTurn(800, [late, late]);
    const data = { address, code: late.code, stalledMs: expect.any(Number) as number };
    expect({ attempts, problems }).toEqual({ attempts: 2, problems: [{ code: 'net/local-limit', data }] });
  });

  test('an answer of a server is evidence nevertheless', async () => {
    expect(await probeInTurn(800, [refused])).toEqual({ attempts: 1, counted: 1, problems: [refused] });
  });

  test('and so is a connection that a server ended before a client could seem slow', async () => {
    expect(await probeInTurn(800, [reset])).toEqual({ attempts: 1, counted: 1, problems: [reset] });
    expect(await probeInTurn(3_300, [reset, null])).toEqual({ attempts: 2, counted: 2, problems: [] });
  });

  test('and so is a time-out without a stall', async () => {
    expect(await probeInTurn(0, [late])).toEqual({ attempts: 1, counted: 1, problems: [late] });
  });
});

// next-attempt.test.ts has what is retried, and after which wait.
describe('a failure is retried', () => {
  const limitedFor = (retryAfterMs: number) =>
    failure('net/rate-limited', { detail: 'HTTP 429', retryAfterMs });

  test.each<[string, readonly (Failure | null)[], Partial<ProbeOptions>, number, readonly Failure[]]>([
    ['if it is transient', [reset, null], { retries: 1 }, 2, []],
    ['unless it is definite', [refused, null], { retries: 1 }, 1, [refused]],
    ['not more often than is allowed', [reset, reset, null], { retries: 1 }, 2, [reset]],
    ['not without retries', [reset, null], {}, 1, [reset]],
    // The usual wait is longer.
    ['when the server says', [limitedFor(1), null], { retries: 1, timeoutMs: 400 }, 2, []],
    ['if that is in time', [limitedFor(500), null], { retries: 1, timeoutMs: 400 }, 1, [limitedFor(500)]],
    ['by a proxy that limited it before', [limitedFor(1), down], { retries: 1 }, 2, [limitedFor(1)]],
  ])('%s', async (_, outcomes, otherwise, counted, problems) => {
    expect(await probeInTurn(0, outcomes, otherwise)).toEqual({ attempts: counted, counted, problems });
  });

  test('but the result of an attempt that the budget cuts short does not count', async () => {
    const probe: Probe = async ({ signal }, attempt) => {
      if (attempt === 2) await once(signal, 'abort');
      return observe(attempt === 2 ? late : reset);
    };
    const result = await probeWithRetries(probe, target, { ...options, timeoutMs: 1_000, retries: 1 });
    expect([result?.attempts, result?.observation.problems]).toEqual([2, [reset]]);
  });
});

/** The problems that are reported of two attempts, the second of which ends first. */
async function probeBeside(first: Failure, second: Failure) {
  let endSecond: () => void = () => undefined;
  const hasEnded = new Promise<void>((resolve) => (endSecond = resolve));
  const probe: Probe = async (_, attempt) => {
    if (attempt === 1) await hasEnded;
    else endSecond();
    return observe(attempt === 1 ? first : second);
  };
  const result = await probeWithRetries(probe, target, { ...options, retries: 1, hedgingDelayMs: 0 });
  expect(result?.attempts).toBe(2);
  return result?.observation.problems;
}

const proxyFailed = failure('net/proxy-failed', { proxy: '127.0.0.1:3128', detail: 'HTTP 503' });
const limited = failure('net/rate-limited', { detail: 'HTTP 429', retryAfterMs: null });
const noSocket = failure('net/local-limit', { address, code: 'EMFILE' });

describe('of two attempts at a time', () => {
  test.each([
    ['a server that refuses a second connection', refused],
    ['a proxy that refuses a second connection', proxyFailed],
    ['a lack of sockets of this machine', noSocket],
  ])('the silence of the first counts, not %s', async (_, second) => {
    expect(await probeBeside(late, second)).toEqual([late]);
  });

  test('what the server says counts, not the silence of a proxy', async () => {
    const wrongHost = failure('tls/wrong-host', { host: 'grpc.example.com', names: [] });
    expect(await probeBeside(proxyFailed, wrongHost)).toEqual([wrongHost]);
  });

  test('a limit counts, though the other is told that the node is down', async () => {
    expect(await probeBeside(down, limited)).toEqual([limited]);
  });

  test('what was said in time counts, not an attempt before them', async () => {
    const probe: Probe = async ({ signal }, attempt) => {
      if (attempt === 2) await once(signal, 'abort');
      return observe([reset, late, limited][attempt - 1] ?? null);
    };
    const timing = { timeoutMs: 1_500, retries: 2, hedgingDelayMs: 0 };
    const result = await probeWithRetries(probe, target, { ...options, ...timing });
    expect([result?.attempts, result?.observation.problems]).toEqual([3, [limited]]);
  });
});
