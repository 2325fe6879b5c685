import type http from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { browserPath, startBrowser } from '../support/browser.js';
import { bundleForBrowser } from '../support/packages.js';
import { type Handler, serve } from '../support/web-servers.js';

/** Answers as a service that pages of other origins may use. */
function allowPages(answer: Handler): Handler {
  return (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization');
    response.setHeader('access-control-expose-headers', 'retry-after');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else answer(request, response);
  };
}

/** Each network has a behaviour. */
function answerPage(request: http.IncomingMessage, response: http.ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const send = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
  if (request.headers.authorization !== 'Bearer secret-token') send(401, { detail: 'unknown token' });
  else if (pathname === '/v1/kava/holders')
    send(200, searchParams.has('cursor') ? { holders: [2], next: null } : { holders: [1], next: 'x' });
  else if (pathname === '/v1/kava/holders/summary') send(200, { network: 'kava', denom: 1 });
  else if (pathname.startsWith('/v1/moved/')) response.writeHead(302, { location: '/v1/kava/holders' }).end();
  else if (pathname.startsWith('/v1/gone/')) send(404, { detail: 'unknown network' });
  else if (pathname.startsWith('/v1/large/'))
    response.writeHead(200).end(Buffer.alloc(64 * 1024 * 1024 + 1, ' '));
  else if (!pathname.startsWith('/v1/silent/')) send(200, [{ denom: 'ukava', symbol: 'KAVA' }]);
}

const script = `
  import { QueryClient, QueryError } from 'endpoint-check/query';
  globalThis.call = async (baseUrl, method, args, options) => {
    try {
      const client = new QueryClient({ baseUrl, token: 'secret-token', retries: 0, ...options });
      const answer = client[method](...args);
      if (!(Symbol.asyncIterator in answer)) return await answer;
      const pages = [];
      for await (const page of answer) pages.push(page);
      return pages;
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      return [error.reason, error.status, error.message];
    }
  };`;

describe.skipIf(browserPath === undefined)('the client of the query API in a page (needs Chromium)', () => {
  test('keeps its promises', async () => {
    const code = await bundleForBrowser(script);
    const page = await serve((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<script type="module">${code.replaceAll('</script', '<\\/script')}</script>`);
    });
    const service = await serve(allowPages(answerPage));
    const browser = await startBrowser();
    onTestFinished(() => browser.close());
    const tab = await browser.newPage();
    await tab.goto(page.origin);
    const call = (method: string, args: readonly unknown[], options: object = {}) =>
      tab.evaluate(
        (input) => (globalThis as unknown as { call: (...input: unknown[]) => unknown }).call(...input),
        [service.origin, method, args, options],
      );
    expect(await call('assets', ['kava'])).toEqual([{ denom: 'ukava', symbol: 'KAVA' }]);
    expect(await call('holdersPages', ['kava', { denom: 'ukava' }])).toEqual([
      { holders: [1], next: 'x' },
      { holders: [2], next: null },
    ]);
    expect(await call('assets', ['kava'], { token: 'other-token' })).toEqual([
      'status',
      401,
      'assets: HTTP 401',
    ]);
    expect(await call('assets', ['gone'])).toEqual(['status', 404, 'assets: HTTP 404']);
    expect(await call('assets', ['moved'])).toEqual(['status', null, 'assets: the service redirects']);
    expect(await call('assets', ['large'])).toEqual([
      'too-large',
      200,
      expect.stringContaining('67108864 bytes'),
    ]);
    expect(await call('assets', ['silent'], { timeoutMs: 200 })).toEqual([
      'timeout',
      null,
      'assets: no answer within 200 ms',
    ]);
    expect(await call('holderSummary', ['kava', { denom: 'ukava' }], { validateAnswers: true })).toEqual([
      'invalid-answer',
      200,
      expect.stringContaining("must have required property 'supply'"),
    ]);
    expect(await call('assets', [''])).toEqual(['invalid-params', null, expect.stringContaining('network')]);
  });
});
