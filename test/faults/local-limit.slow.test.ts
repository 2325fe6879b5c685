import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../src/model/report.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { createDirectory } from '../support/directory.js';
import { use } from '../support/servers.js';

test.runIf(process.platform !== 'win32')(
  'an answer that came while the process was stopped is in time',
  async () => {
    const requests = new EventEmitter();
    let answer: () => void = () => undefined;
    const answering = new Promise<void>((resolve) => (answer = resolve));
    const node = await use(
      startEvmNode({
        delay: () => {
          requests.emit('call');
          return answering;
        },
      }),
    );
    const args = [
      'evm',
      `http://127.0.0.1:${node.port}`,
      '--allow-private',
      '--retries',
      '0',
      '--timeout',
      '1s',
    ];
    const call = once(requests, 'call');
    const child = spawn(process.execPath, [resolve('bin/endpoint-check.js'), ...args, '--reporter', 'json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const report = json(child.stdout) as Promise<Report>;
    await call;
    child.kill('SIGSTOP');
    // Longer than the budget, as when a laptop sleeps.
    await sleep(2_000);
    answer();
    await sleep(100);
    child.kill('SIGCONT');
    const { endpoints, findings } = await report;
    expect([endpoints[0]?.verdict, findings.map(({ rule }) => rule)]).toEqual(['pass', ['http/plaintext']]);
    expect(endpoints[0]?.attempts).toBe(1);
  },
);

test.runIf(process.platform === 'linux')(
  'a lack of sockets of this machine is blamed on no endpoint',
  async () => {
    // Accepts and stays silent, so that connections stay open.
    const server = createServer(() => undefined).listen(0, '0.0.0.0');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const listed = Array.from({ length: 120 }, (_, at) => ({
      address: `http://127.0.0.${at + 1}:${port}`,
      provider: 'A',
    }));
    const chain = { chain_name: 'kava', status: 'live', apis: { 'evm-http-jsonrpc': listed } };
    const cwd = await createDirectory({ 'kava/chain.json': JSON.stringify(chain) });
    const args = [
      resolve('bin/endpoint-check.js'),
      'kava',
      '--allow-private',
      '--retries',
      '0',
      '--timeout',
      '3s',
    ];
    const shell = `ulimit -n 70; exec "$0" "$@"`;
    const child = spawn('bash', ['-c', shell, process.execPath, ...args, '--reporter', 'json'], {
      cwd,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { endpoints, findings } = (await json(child.stdout)) as Report;
    const limited = findings.filter(({ rule }) => rule === 'net/local-limit');
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.message).toMatch(
      /^this machine could not open a connection to 127\.0\.0\.\d+:\d+ \(EMFILE\)$/,
    );
    for (const { endpoint } of limited) expect(endpoints[endpoint ?? -1]?.verdict).toBe('inconclusive');
    expect(findings.map(({ rule }) => rule)).not.toContain('net/unreachable');
  },
);
