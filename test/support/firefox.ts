import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import { createDirectory } from './directory.js';

/** The path of an installed Firefox; undefined if there is none. */
export const firefoxPath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));

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
export interface FirefoxPage {
  /** Evaluates an expression in the page; resolves to its value, which has to be JSON. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly press: (key: keyof typeof keys) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** A description of each request to the network, message of the console and uncaught error. */
  readonly noise: readonly string[];
}

export interface Firefox {
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
export async function startFirefox(): Promise<Firefox> {
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
