import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { ask } from '../support/http.js';
import { spawnServer, stopInTheEnd } from '../support/spawn-service.js';

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const exporter = readFileSync('deploy/endpoint-check-exporter.service', 'utf8');
const service = readFileSync('deploy/endpoint-check.service', 'utf8');

/** The output of systemd-analyze for a unit, with the Node that runs here. */
async function analyze(unit: string, ...args: readonly string[]) {
  const directory = await createDirectory({
    'endpoint-check.service': unit.replace('/usr/bin/node', process.execPath),
  });
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    [...args, join(directory, 'endpoint-check.service')],
    { encoding: 'utf8', env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning' } },
  );
  return { status, output: `${stdout}${stderr}` };
}

/** The commented lines of a unit in use. */
const withComments = (unit: string) => unit.replace(/^# (?=\w+=)/gm, '');

describe.skipIf(!hasSystemd)('systemd-analyze', () => {
  test.each([
    ['of the exporter', exporter],
    ['of the service', service],
    ['of the service with Postgres', withComments(service)],
  ])('accepts the unit %s, and finds a slip in it', async (_, unit) => {
    expect(await analyze(unit, 'verify')).toEqual({ status: 0, output: '' });
    const { output } = await analyze(unit.replace('DynamicUser', 'DynamicUsers'), 'verify');
    expect(output).toContain('DynamicUsers');
  });

  test('finds the service well confined', async () => {
    const args = ['security', '--offline=yes', '--no-pager', '--threshold=20'];
    expect(await analyze(service, ...args)).toMatchObject({ status: 0 });
    const open = service.replace(/^(Protect|Restrict|Private|SystemCall|Capability)\w+=.*\n/gm, '');
    expect(await analyze(open, ...args)).toMatchObject({ status: 1 });
  });
});

/** The arguments of the program in the unit, over a registry, with the credentials as systemd passes them. */
async function readCommand(): Promise<readonly string[]> {
  const [, words = ''] =
    /^ExecStart=\/usr\/bin\/node \S+\/bin\/endpoint-check\.js (.*)$/m.exec(service) ?? [];
  const [, loaded = ''] = /^LoadCredential=(\w+):/m.exec(service) ?? [];
  const credentials = await createDirectory({ [loaded]: 'alice:one-token\n' });
  const registry = await createDirectory({ 'chain/kava/assets.json': '[]' });
  return words
    .replace('/srv/registry', resolve(registry))
    .replace('${CREDENTIALS_DIRECTORY}', credentials)
    .split(' ');
}

const headers = { authorization: 'Bearer one-token' };

test('the command of the unit serves', async () => {
  const args = await readCommand();
  expect(args[0]).toBe('serve');
  const server = await spawnServer(args);
  stopInTheEnd(server);
  expect((await ask(server.url, '/v1/kava/assets', { headers })).status).toBe(200);
});

/** The system calls that a filter of a unit allows, with its sets resolved as systemd defines them. */
function listAllowed(filter: string): ReadonlySet<string> {
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', '--no-pager'], { encoding: 'utf8' });
  const sets = new Map(
    stdout.split(/\n(?=@)/).map((text) => {
      const [name = '', ...calls] = text.split('\n').map((line) => line.trim());
      return [name, calls.filter((call) => call !== '' && !call.startsWith('#'))] as const;
    }),
  );
  const resolveName = (name: string): readonly string[] =>
    name.startsWith('@') ? (sets.get(name) ?? []).flatMap(resolveName) : [name];
  return new Set(filter.split(' ').flatMap(resolveName));
}

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

test.skipIf(!hasSystemd || !canTrace)(
  `the unit allows every system call of the service${canTrace ? '' : ' (strace cannot be used)'}`,
  async () => {
    const file = join(await createDirectory(), 'trace');
    const store = ['--database', 'postgres://user@127.0.0.1:1/name'];
    const program = [process.execPath, 'bin/endpoint-check.js', ...(await readCommand()), ...store];
    const tracer = spawn('strace', ['-f', '-qq', '-o', file, ...program, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(tracer, 'exit');
    const [printed] = (await once(tracer.stdout, 'data')) as [Buffer];
    for (const path of ['/v1/kava/assets', '/v1/kava/holders?denom=ukava', '/metrics'])
      await ask(printed.toString().trim(), path, { headers });
    // Its first line is about the process that was started first.
    process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGTERM');
    await ended;
    const calls = [...(await readFile(file, 'utf8')).matchAll(/^\d+ +(\w+)\(/gm)].map(
      ([, call = '']) => call,
    );
    const used = [...new Set(calls)];
    expect(used).toEqual(expect.arrayContaining(['accept4', 'openat', 'connect']));
    const [, filter = ''] = /^SystemCallFilter=(.*)$/m.exec(service) ?? [];
    const allowed = listAllowed(filter);
    expect(used.filter((call) => !allowed.has(call))).toEqual([]);
    // Proves that a filter that is too narrow would be noticed.
    const narrow = listAllowed('@basic-io');
    expect(used.filter((call) => !narrow.has(call))).not.toEqual([]);
  },
);
