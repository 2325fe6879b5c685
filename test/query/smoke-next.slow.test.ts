import { describe, expect, test } from 'vitest';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import {
  account,
  contract,
  env,
  healthy,
  type Replacement,
  smoke,
  startQueryService,
  summarize,
  token,
} from '../support/query-service.js';

const json = { 'content-type': 'application/json' };

describe('the page after next is called once', () => {
  test('with the cursor and the token, on each list that continues', async () => {
    const { baseUrl, requests } = await startQueryService(
      (path, authorized) =>
        authorized && path.endsWith('/transfer-event')
          ? { status: 200, headers: json, body: '{"list":[],"next":"a&b"}' }
          : undefined,
      { hasNext: true },
    );
    const { baseUrl: withoutNext, requests: otherRequests } = await startQueryService();
    const outcome = await smoke(baseUrl);
    expect(summarize(outcome)).toEqual(healthy);
    const followed = requests.filter(({ path }) => path.includes('cursor'));
    expect(followed.map(({ path }) => path)).toEqual([
      `/api/v1/evm/kava/tx/list-by-event?address=${contract}&cursor=-after%3A1`,
      `/api/v1/evm/kava/account/transfer-event?address=${account}&contract_address=${contract}&token_type=ERC20&cursor=a%26b`,
      '/api/v1/kava/holders?denom=ukava&cursor=-after%3A20',
    ]);
    expect(new Set(followed.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${token}`]));
    expect(summarize(await smoke(withoutNext))).toEqual(healthy);
    expect(otherRequests.filter(({ path }) => path.includes('cursor'))).toEqual([]);
  });

  test.each<[string, Replacement, string, string | null]>([
    ['refused', { status: 400, body: '{"detail":"unknown cursor"}' }, 'fail', 'HTTP 400: unknown cursor'],
    ['not found', { status: 404 }, 'fail', 'HTTP 404'],
    ['expired', { status: 410 }, 'fail', 'HTTP 410'],
    ['without permission', { status: 401 }, 'fail', 'HTTP 401'],
    ['a web page', { status: 200, body: '<html>' }, 'fail', 'the answer is not JSON'],
    ['cut off', { status: 200, cutOff: true }, 'fail', 'net/reset'],
    ['limited', { status: 429 }, 'inconclusive net/rate-limited', null],
    [
      'being prepared',
      { status: 503, headers: { 'retry-after': '60' } },
      'inconclusive query/not-ready',
      null,
    ],
  ])('and if it is %s, the route is not ok', async (_, replacement, expected, failure) => {
    const { baseUrl } = await startQueryService(
      (_path, _authorized, _authorization, query) => (query.has('cursor') ? replacement : undefined),
      { hasNext: true },
    );
    const outcome = await smoke(baseUrl);
    const verdict = failure === null ? expected : `${expected} query/next-not-answered`;
    expect(summarize(outcome)).toEqual({ ...healthy, 'transactions-by-event': verdict, holders: verdict });
    expect(outcome.exitCode).toBe(failure === null ? 0 : 1);
    if (failure !== null) {
      const found = outcome.report.findings.find(({ rule }) => rule === 'query/next-not-answered');
      expect(found?.message).toBe(`the page after next is not answered: ${failure}`);
    }
  });

  test.each([
    ['empty', '', 'next is an empty string'],
    ['very long', 'x'.repeat(5_000), 'next has more than 4096 bytes'],
  ])('but not if next is %s, which no client can send', async (_, next, failure) => {
    const { baseUrl, requests } = await startQueryService((path, authorized) =>
      authorized ? { status: 200, headers: json, body: JSON.stringify({ path, next }) } : undefined,
    );
    const sample = await smokeHolders(baseUrl);
    expect(summarize(sample)['holders']).toBe('fail query/next-not-answered');
    // A field of that name means nothing on the other routes.
    expect(summarize(sample)).toMatchObject({ assets: 'ok', 'holder-summary': 'ok' });
    expect(sample.report.findings.map(({ message }) => message)).toContain(
      `the page after next is not answered: ${failure}`,
    );
    expect(requests.filter(({ path }) => path.includes('cursor'))).toEqual([]);
  });
});

/** Tests a service whose answers provide no denom. */
async function smokeHolders(baseUrl: string) {
  const cwd = await createDirectory({ 'sample.json': '{"denom":"ukava"}' });
  const args = ['smoke', 'kava', '--base-url', baseUrl, '--sample', 'sample.json', '--retries', '0'];
  return runForReport(args, { env, cwd });
}

describe('Retry-After is waited for within the timeout', () => {
  /** Answers requests for holders a number of times with Retry-After. */
  async function smokeLate(retryAfter: string, times: number, ...args: readonly string[]) {
    let count = 0;
    const { baseUrl } = await startQueryService((path, authorized) =>
      authorized && path.endsWith('/holders') && ++count <= times
        ? { status: 503, headers: { 'retry-after': retryAfter } }
        : undefined,
    );
    const outcome = await runForReport(['smoke', 'kava', '--base-url', baseUrl, ...args], { env });
    return { holders: summarize(outcome)['holders'], count };
  }

  test('and uses up no retry', async () => {
    expect(await smokeLate('1', 3, '--retries', '1')).toEqual({ holders: 'ok', count: 4 });
  });

  test('but not beyond it, and never with --retries 0', async () => {
    const notReady = { holders: 'inconclusive query/not-ready', count: 1 };
    expect(await smokeLate('31536000', 1)).toEqual(notReady);
    expect(await smokeLate('1', 1, '--retries', '0')).toEqual(notReady);
  });
});
