import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createDirectory } from '../support/directory.js';
import { html, livedHtml } from '../support/html-pages.js';

/** The path of an installed Firefox; undefined if there is none. */
const firefoxPath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

/** Keys by their names, as WebDriver writes them: https://w3c.github.io/webdriver/#keyboard-actions */
const keys = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  ArrowLeft: '\uE012',
  Space: ' ',
} as const;

/** An open page in Firefox. */
interface FirefoxPage {
  /** Evaluates an expression in the page; resolves to its value, which has to be JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly press: (key: keyof typeof keys) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** A description of each request to the network, message of the console and uncaught error. */
  readonly noise: readonly string[];
}

interface Firefox {
  /** Writes a page to a file and opens it in a window of this width from there, until the test ends. */
  readonly open: (html: string, width?: number) => Promise<FirefoxPage>;
  readonly close: () => Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly error?: string;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly text?: string; readonly request?: { readonly url: string } };
  readonly result?: Record<string, unknown>;
}

/**
 * Starts the installed Firefox, without a window. It only speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): Playwright sends commands
 * that it does not know yet, and puppeteer-core needs Node.js 22.
 */
async function startFirefox(): Promise<Firefox> {
  if (firefoxPath === undefined) throw new Error('no Firefox is installed');
  const profile = await mkdtemp(join(tmpdir(), 'endpoint-check-firefox-'));
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile];
  const child = spawn(firefoxPath, [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let address = '';
  for await (const line of createInterface(child.stderr)) {
    address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1] ?? '';
    if (address !== '') break;
  }
  if (address === '') throw new Error('Firefox has ended');
  child.stderr.resume();

  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  let noise: string[] = [];
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'network.beforeRequestSent') {
      const requested = String(message.params?.request?.url);
      // Requests for parts of the page itself.
      if (!requested.startsWith('data:')) noise.push(`request ${requested}`);
    } else if (message.method === 'log.entryAdded') noise.push(`log ${String(message.params?.text)}`);
  });
  let sent = 0;
  const call = async (method: string, params: object) => {
    const id = ++sent;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result = {} } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${String(message)}`);
    return result;
  };
  await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['network.beforeRequestSent', 'log.entryAdded'] });
  const { context } = await call('browsingContext.create', { type: 'tab' });

  const evaluate: FirefoxPage['evaluate'] = async (expression) => {
    const target = { context };
    const json = `JSON.stringify(${expression}) ?? 'null'`;
    const outcome = await call('script.evaluate', { expression: json, target, awaitPromise: true });
    if (outcome['type'] !== 'success') throw new Error(`${expression}: ${JSON.stringify(outcome)}`);
    return JSON.parse((outcome['result'] as { value: string }).value) as unknown;
  };
  const type: FirefoxPage['type'] = async (text) => {
    const strokes = Array.from(text).flatMap((value) =>
      ['keyDown', 'keyUp'].map((event) => ({ type: event, value })),
    );
    await call('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: strokes }] });
  };
  return {
    open: async (html, width = 1_000) => {
      const directory = await createDirectory({ 'report.html': html });
      const url = pathToFileURL(join(directory, 'report.html')).href;
      await call('browsingContext.setViewport', { context, viewport: { width, height: 800 } });
      noise = [];
      const ownNoise = noise;
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
      return {
        evaluate,
        type,
        press: (key) => type(keys[key]),
        noise: ownNoise,
      };
    },
    close: async () => {
      await call('browser.close', {});
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

if (firefoxPath === undefined)
  process.stderr.write('Firefox is not installed: the HTML report is NOT tested in it\n');

/** The chains of the endpoints that are shown, in their order. */
const readShown = ({ evaluate }: FirefoxPage) =>
  evaluate(
    `[...document.querySelectorAll('#endpoints-table > tbody')].filter((one) => one.checkVisibility())
      .map((one) => one.querySelector('tr:first-child > td:nth-child(2)').textContent)`,
  );

/** Presses Tab until this has the focus; fails if the keyboard does not get there. */
async function tabTo(page: FirefoxPage, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.press('Tab');
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`Tab never leads to ${selector}`);
}

describe.runIf(firefoxPath !== undefined)('the HTML report in Firefox', () => {
  let firefox: Firefox;
  beforeAll(async () => {
    firefox = await startFirefox();
  });
  afterAll(() => firefox.close());

  test('is filtered and sorted by keyboard alone, loads nothing, and logs no error', async () => {
    const page = await firefox.open(html);
    expect(await readShown(page)).toEqual(['bravo', 'charlie', 'delta', 'alfa', 'echo']);
    await tabTo(page, 'input[type=search]');
    await page.type('example');
    await tabTo(page, 'input[value=pass]');
    await page.press('Space');
    await expect.poll(() => readShown(page)).toEqual(['bravo', 'charlie', 'delta']);
    await tabTo(page, '#endpoints-table [data-name=latency] button');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.press('Enter');
    expect(await readShown(page)).toEqual(['charlie', 'bravo', 'delta']);
    expect(await page.evaluate('location.hash')).toContain('endpoints=latency');
    await tabTo(page, '#endpoints-table tbody summary');
    await page.press('Enter');
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('#endpoints-table dl')].filter((one) => one.checkVisibility()).length`,
      ),
    ).toBe(1);
    // Proves that an error would be noticed.
    await page.evaluate('console.log("the end")');
    expect(page.noise).toEqual(['log the end']);
  });

  test('tells the days of a history under the pointer, with gaps between days', async () => {
    const page = await firefox.open(livedHtml);
    const bar = `[...document.querySelectorAll('#endpoints-table svg.days')].at(1)`;
    await page.evaluate(`${bar}.scrollIntoView()`);
    const readTitle = (day: number) =>
      page.evaluate(
        `(({ x, y, width }) => document.elementFromPoint(x + ((${day} + 0.01) * width) / 90, y + 5).querySelector('title').textContent)(${bar}.getBoundingClientRect())`,
      );
    expect(await readTitle(89)).toBe('2026-01-01: down');
    expect(await readTitle(88)).toBe('2025-10-04 to 2025-12-31: up');
  });

  test.each([320, 700, 1_440])('is no wider than a window of %d', async (width) => {
    for (const text of [html, livedHtml]) {
      const page = await firefox.open(text, width);
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      expect(await page.evaluate('innerWidth')).toBe(width);
      const { scrollWidth, clientWidth } = (await page.evaluate(
        '(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))(document.documentElement)',
      )) as { scrollWidth: number; clientWidth: number };
      expect(scrollWidth).toBe(clientWidth);
    }
  });
});
