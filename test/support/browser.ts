import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { createDirectory } from './directory.js';
import { serve } from './web-servers.js';

export { browserPath, startBrowser } from '../../scripts/pictures/chromium.js';

/**
 * Writes a page to a file and opens it from there, until the test ends; `hash` is the fragment of its url. Resolves to the page, its `file:` url, and
 * a description of each request, message of the console and uncaught error.
 */
export async function openPage(
  browser: Browser,
  html: string,
  { hash = '', ...options }: BrowserContextOptions & { readonly hash?: string } = {},
) {
  const directory = await createDirectory({ 'report.html': html });
  const url = pathToFileURL(join(directory, 'report.html')).href;
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const noise: string[] = [];
  page.on('request', (request) => noise.push(`request ${request.url().replace(url, 'the page')}`));
  page.on('console', (message) => noise.push(`console ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`error ${error.message}`));
  await page.goto(url + hash);
  return { page, url, noise };
}

const askChain: RequestInit = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
};

/**
 * Whether a page of an origin that no server lists gets an answer, whatever it says: over HTTP to a request, by default a call of JSON-RPC, or of a
 * websocket to its upgrade.
 */
export async function askFromPage(browser: Browser, url: string, request = askChain): Promise<boolean> {
  const { port } = await serve((_, response) => response.setHeader('content-type', 'text/html').end('<p>'));
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  // Names below localhost are the loopback (RFC 6761 section 6.3).
  await page.goto(`http://page.localhost:${port}`);
  return page.evaluate(
    ([endpoint, init]) =>
      new Promise<boolean>((resolve) => {
        if (endpoint.startsWith('http')) {
          fetch(endpoint, init).then(
            () => resolve(true),
            () => resolve(false),
          );
          return;
        }
        const socket = new WebSocket(endpoint);
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      }),
    [url, request] as const,
  );
}
