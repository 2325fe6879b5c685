import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installClients, locateClients } from '../opinions/install-clients.js';
import { askFromPage, browserPath, startBrowser } from '../support/browser.js';
import { runForReport } from '../support/command-line.js';
import { buildGeth } from './build.js';

/** Without any of these it would look for peers, and listen for them on every address of the machine. */
const config = '[Node.P2P]\nListenAddr = ""\nNoDial = true\nNoDiscovery = true\nMaxPeers = 0\n';

/** Options by which it serves JSON-RPC, and websockets: both at one port, since the system picks it for the first. */
const http = ['--http', '--http.port', '0'];
const ws = ['--ws', '--ws.port', '0'];
/** Options of a chain of its own, which makes a block a second. */
const dev = ['--dev', '--dev.period', '1'];

/**
 * Starts geth, a real EVM node, on loopback; resolves to its port when it listens, and if it makes blocks, when it has one. Whoever starts it must end
 * it.
 */
async function startGeth(...args: readonly string[]) {
  const program = await buildGeth();
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-geth-'));
  const file = join(directory, 'geth.toml');
  await writeFile(file, config);
  const alone = ['--config', file, '--discovery.dns', '', '--nat', 'none', '--ipcdisable'];
  // Less memory than its caches would take, of which it writes a part to the disk at once.
  const small = ['--authrpc.port', '0', '--cache', '32', '--datadir', directory];
  const child = spawn(program, [...alone, ...small, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const end = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(directory, { recursive: true });
  };
  const lines = createInterface(child.stderr);
  let hasBlock = !args.includes('--dev.period');
  let listensAt = 0;
  const port = await new Promise<number>((resolve) => {
    lines.on('line', (line) => {
      const listening = /(?:HTTP server started .*endpoint=|WebSocket enabled .*ws:\/\/)127\.0\.0\.1:(\d+)/;
      const listeningAt = listening.exec(line)?.[1];
      if (listeningAt !== undefined) listensAt = Number(listeningAt);
      if (line.includes('Chain head was updated')) hasBlock = true;
      if (hasBlock && listensAt !== 0) resolve(listensAt);
    });
    lines.on('close', () => resolve(0));
  });
  if (port === 0) {
    await end();
    throw new Error(`geth ${args.join(' ')} ended before it listened`);
  }
  return { port, end };
}

if (browserPath === undefined) process.stderr.write('Chromium is not installed: pages do NOT use geth\n');

/** As each is started. */
const nodes = {
  dev: [...dev, ...http, ...ws],
  'without websockets': [...dev, ...http],
  'websockets alone': [...dev, ...ws],
  'of a chain without a block': ['--dev', ...http],
  'of mainnet, never synced': ['--syncmode', 'snap', ...http, ...ws],
  'one call a batch': [...dev, ...http, '--rpc.batch-request-limit', '1'],
  'below a path': [...dev, ...http, ...ws, '--http.rpcprefix', '/rpc', '--ws.rpcprefix', '/ws'],
  'for one host': [...dev, ...http, '--http.vhosts', 'node.example'],
  'for all pages': [...dev, ...http, ...ws, '--http.corsdomain', '*', '--ws.origins', '*'],
  'for pages of one origin': [...dev, ...http, ...ws, '--ws.origins', 'https://app.example'],
} as const;
type Name = keyof typeof nodes;

/** A node, the url of its port, and the verdict with its rules. */
const rows: readonly (readonly [node: Name, url: string, outcome: string])[] = [
  ['dev', 'http://127.0.0.1:PORT', 'pass'],
  ['dev', 'ws://127.0.0.1:PORT', 'pass'],
  ['without websockets', 'ws://127.0.0.1:PORT', 'fail evm-ws/other-kind'],
  ['websockets alone', 'http://127.0.0.1:PORT', 'fail evm/other-kind'],
  ['websockets alone', 'ws://127.0.0.1:PORT', 'pass'],
  ['of a chain without a block', 'http://127.0.0.1:PORT', 'fail evm/no-block'],
  ['of mainnet, never synced', 'http://127.0.0.1:PORT', 'fail evm/no-block'],
  ['of mainnet, never synced', 'ws://127.0.0.1:PORT', 'fail evm-ws/no-block'],
  ['one call a batch', 'http://127.0.0.1:PORT', 'pass evm/no-batch'],
  ['below a path', 'http://127.0.0.1:PORT/rpc', 'pass'],
  ['below a path', 'http://127.0.0.1:PORT', 'fail http/status'],
  ['below a path', 'ws://127.0.0.1:PORT/ws', 'pass'],
  ['below a path', 'ws://127.0.0.1:PORT', 'fail evm-ws/upgrade-refused'],
  ['for one host', 'http://127.0.0.1:PORT', 'pass'],
  ['for one host', 'http://localhost:PORT', 'fail http/forbidden'],
];

describe('geth', () => {
  const running = new Map<string, Awaited<ReturnType<typeof startGeth>>>();
  beforeAll(async () => {
    const started = Object.entries(nodes).map(async ([name, args]) =>
      running.set(name, await startGeth(...args)),
    );
    await Promise.all(started);
  });
  afterAll(() => Promise.all([...running.values()].map(({ end }) => end())));
  const locate = (name: Name, url: string) => url.replace('PORT', String(running.get(name)?.port));

  async function check(url: string, ...args: readonly string[]) {
    const kind = url.startsWith('ws') ? 'evm-ws' : 'evm';
    const { report } = await runForReport([kind, url, '--allow-private', '--retries', '0', ...args]);
    const rules = report.findings.map(({ rule }) => rule).filter((rule) => rule !== 'http/plaintext');
    return [report.endpoints[0]?.verdict, ...rules.sort()].join(' ');
  }

  test.each(rows)('%s at %s: %s', async (name, url, expected) => {
    expect(await check(locate(name, url))).toBe(expected);
  });

  test.each([
    ['dev', 'http', { batch: 4 }],
    ['dev', 'ws', {}],
    ['one call a batch', 'http', { batch: 0 }],
  ] as const)('%s over %s: what clients need', async (name, scheme, batch) => {
    const url = locate(name, `${scheme}://127.0.0.1:PORT`);
    const kind = scheme === 'ws' ? 'evm-ws' : 'evm';
    const { report } = await runForReport([kind, url, '--allow-private', '--capabilities']);
    const { logs, ...facts } = report.endpoints[0]?.facts ?? {};
    expect(logs).toEqual({ maxRange: expect.any(Number) as number });
    // It serves the namespaces that its options name, and never `trace`.
    expect(facts).toMatchObject({ ...batch, trace: false });
  });

  test.each(['dev', 'one call a batch'] as const)('%s: ethers 6 decides about batches', async (name) => {
    await installClients();
    const { JsonRpcProvider } = createRequire(join(locateClients('npm'), 'client.js'))('ethers') as Ethers;
    const url = locate(name, 'http://127.0.0.1:PORT');
    const provider = new JsonRpcProvider(url);
    const works = await provider.getBlockNumber().then(
      () => true,
      () => false,
    );
    provider.destroy();
    expect((await check(url)).includes('evm/no-batch')).toBe(!works);
  });

  describe.runIf(browserPath !== undefined)('Chromium decides whether pages may use', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
    });
    afterAll(() => browser.close());

    const names = ['dev', 'for all pages', 'for pages of one origin'] as const;
    test.each(names.flatMap((name) => [[name, 'http'] as const, [name, 'ws'] as const]))(
      '%s over %s',
      async (name, scheme) => {
        const url = locate(name, `${scheme}://127.0.0.1:PORT`);
        const isRefused = (await check(url, '--cors')).includes('http/no-cors');
        expect(isRefused).toBe(!(await askFromPage(browser, url)));
      },
    );
  });
});

/** What is used of it. */
interface Ethers {
  readonly JsonRpcProvider: new (url: string) => {
    readonly getBlockNumber: () => Promise<number>;
    readonly destroy: () => void;
  };
}
