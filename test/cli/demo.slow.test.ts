import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runCli, runProcess } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

test('the demo passes, shows commands that can be copied, and leaves no files behind', async () => {
  const directory = await createDirectory();
  const { stdout, stderr, exitCode } = await runCli(['demo'], { env: { TMPDIR: directory } });
  expect(stderr).toBe('');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'The demo passed: all 25 verdicts and their reasons are right, and all 10 routes of the service answered.',
  );
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '10 failed, 2 invalid, 1 inconclusive, 12 passed (25 endpoints in 7 files',
  );
  expect(stdout).toContain('10 ok (10 endpoints');
  expect(stdout.match(/^ {2}\$ endpoint-check query \S+ healthy/gm)).toHaveLength(10);
  // Commands are wrapped to 80 columns, with a backslash at each end of a line but the last.
  const commands = stdout.split('\n').filter((line) => line.startsWith('  $ ') || line.endsWith(' \\'));
  expect(commands.filter((line) => line.length > 80)).toEqual([]);
  expect(exitCode).toBe(0);
  expect(await readdir(directory)).toEqual([]);
});

/** Does something with a process, once, when it has printed a text. */
function onceShown(shown: string, act: (child: ChildProcess) => unknown) {
  return (child: ChildProcess) => {
    let text = '';
    child.stdout?.on('data', (bytes) => {
      const before = text;
      text += String(bytes);
      if (text.includes(shown) && !before.includes(shown)) act(child);
    });
  };
}

test.each([
  ['checks', 'A registry'],
  ['service', 'http://127.0.0.1:'],
  ['calls', 'query erc20-asset '],
])('the demo ends with its %s when it is interrupted', async (_, shown) => {
  const directory = await createDirectory();
  const { exitCode } = await runProcess(['demo'], {
    env: { TMPDIR: directory },
    // A second signal would end it at once.
    onStart: onceShown(shown, (child) => child.kill('SIGTERM')),
  });
  expect(exitCode).toBe(130);
  expect(await readdir(directory)).toEqual([]);
});

test('with --keep the nodes stay until it is interrupted, and are checked by the commands that it shows', async () => {
  const directory = await createDirectory();
  const tried: string[] = [];
  let port = 0;
  const { stdout, stderr, exitCode } = await runProcess(['demo', '--keep'], {
    env: { TMPDIR: directory },
    onStart: (child) => {
      let text = '';
      child.stdout?.on('data', (bytes) => {
        text += String(bytes);
        const [, commands] = /\n\nThe nodes go on [^]*?\n\n((?: {2}\$ .*\n){3})$/.exec(text) ?? [];
        if (commands === undefined) return;
        void tryByHand(commands.replaceAll('  $ ', '')).finally(() => child.kill('SIGINT'));
      });
    },
  });
  async function tryByHand(script: string) {
    const [name = ''] = await readdir(directory);
    const file = await readFile(join(directory, name, 'chain/healthy/param.json'), 'utf8');
    port = Number(/localhost:(\d+)/.exec(file)?.[1]);
    // The findings make it fail.
    await promisify(execFile)('sh', ['-c', script]).catch((error: unknown) =>
      tried.push((error as { readonly stdout: string }).stdout),
    );
  }
  expect(stderr).toBe('');
  expect(stdout).toContain('The demo passed');
  expect(tried.join('')).toContain(
    '10 failed, 2 invalid, 1 inconclusive, 12 passed (25 endpoints in 7 files',
  );
  expect(exitCode).toBe(0);
  expect(await readdir(directory)).toEqual([]);
  const socket = connect(port, 'localhost');
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error.message).toContain('ECONNREFUSED');
});

test('with --keep closing the terminal ends the nodes and removes the registry, even if it is gone already', async () => {
  const directory = await createDirectory();
  const runKept = (end: (child: ChildProcess) => unknown) =>
    runProcess(['demo', '--keep'], {
      env: { TMPDIR: directory },
      onStart: onceShown('in another terminal:', end),
    });
  const hangup = await runKept((child) => child.kill('SIGHUP'));
  expect([hangup.exitCode, hangup.stderr]).toEqual([0, '']);
  expect(await readdir(directory)).toEqual([]);
  const removed = await runKept(async (child) => {
    for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true });
    child.kill('SIGINT');
  });
  expect([removed.exitCode, removed.stderr]).toEqual([0, '']);
});
