import { spawn, spawnSync } from 'node:child_process';
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

const options = (timeout: string) => ['--allow-private', '--retries', '0', '--timeout', timeout];

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
    const args = ['evm', `http://127.0.0.1:${node.port}`, ...options('1s')];
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
    const args = [resolve('bin/endpoint-check.js'), 'kava', ...options('3s')];
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

/** A network of its own with ten local ports, and a program in it. */
const tenPorts = [
  '-rn',
  'sh',
  '-c',
  'ip link set lo up && echo "40000 40009" > /proc/sys/net/ipv4/ip_local_port_range && exec "$0" "$@"',
];

test.runIf(spawnSync('unshare', [...tenPorts, 'true']).status === 0)(
  'a lack of local ports is blamed on no endpoint, not even beside an address that refuses',
  async () => {
    // Accepts on IPv4 alone and stays silent, so that connections keep their ports.
    const program = `
      const server = require('node:net').createServer(() => undefined).listen(4444, '127.0.0.1', () => {
        const urls = Array.from({ length: 30 }, (_, at) => 'http://localhost:4444/' + at);
        const args = ['evm', ...urls, '--allow-private', '--retries', '0', '--timeout', '3s', '--per-host', '30', '--reporter', 'json'];
        const options = { stdio: ['ignore', 'inherit', 'inherit'] };
        const child = require('node:child_process').spawn(process.execPath, [process.argv[1], ...args], options);
        child.on('exit', () => server.close(() => process.exit()));
      });`;
    const args = [...tenPorts, process.execPath, '-e', program, resolve('bin/endpoint-check.js')];
    const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const { endpoints, findings } = (await json(child.stdout)) as Report;
    const limited = findings.filter(({ rule }) => rule === 'net/local-limit');
    expect(limited.length).toBeGreaterThan(10);
    for (const { data, endpoint } of limited)
      expect([data['code'], endpoints[endpoint ?? -1]?.verdict]).toEqual(['EADDRNOTAVAIL', 'inconclusive']);
    const rules = new Set(findings.map(({ rule }) => rule));
    expect([rules.has('net/refused'), rules.has('net/unreachable')]).toEqual([false, false]);
  },
);
