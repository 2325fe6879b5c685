import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openWebSocket } from '../../src/net/websocket.js';
import { createDirectory } from '../support/directory.js';
import { cacheDirectory } from '../support/packages.js';
import { findFreePort, waitForListener } from '../support/ports.js';
import { createProbeContext } from '../support/probe-context.js';

/** The version of https://github.com/crossbario/autobahn-testsuite. */
const version = '25.10.1';
const directory = join(cacheDirectory, `autobahntestsuite-${version}`);
/** It is written in Python 2, which few systems still have; pyenv does. */
const pythons = ['python2.7', join(homedir(), '.pyenv/versions/2.7.18/bin/python2.7')];
const python = pythons.find((program) => spawnSync(program, ['--version']).status === 0);

/** Installs the suite once for this machine. Resolves to why it is not here, empty if it is. */
async function installAutobahn(): Promise<string> {
  if (python === undefined) return ' (skipped: Python 2.7 is not installed)';
  if (existsSync(directory)) return '';
  const installing = `${directory}.${process.pid}`;
  try {
    await mkdir(cacheDirectory, { recursive: true });
    const args = ['-m', 'pip', 'install', '--quiet', '--target', installing];
    await promisify(execFile)(python, [...args, `autobahntestsuite==${version}`]);
    await rename(installing, directory);
    return '';
  } catch (error) {
    await rm(installing, { recursive: true, force: true });
    const [reason = ''] = String(error).split('\n');
    return ` (skipped: ${reason})`;
  }
}

/**
 * The packages of the suite share a namespace, which is only found through their directory. A case gives a client half a second to react, which may be too
 * little on a busy machine: here a minute, which ends what hangs.
 */
const program = `
import site, sys
site.addsitedir(sys.argv.pop(1))
from autobahntestsuite.fuzzing import FuzzingProtocol
kill_after = FuzzingProtocol.killAfter
FuzzingProtocol.killAfter = lambda self, seconds: kill_after(self, 60 * seconds)
from autobahntestsuite.wstest import run
run()`;

/** Framing, pings, reserved bits, opcodes, fragments, UTF-8, closing; the rest is about speed and compression, which is not offered. */
const sections = ['1', '2', '3', '4', '5', '6', '7'];

/** Starts the fuzzing server of the suite until the test ends; it runs one case with each client that connects to `/runCase`. */
async function startFuzzingServer() {
  const port = await findFreePort();
  const cwd = await createDirectory({});
  const spec = {
    url: `ws://127.0.0.1:${port}`,
    // A client may fail a connection without a close frame (RFC 6455 section 7.1.7).
    options: { failByDrop: false },
    outdir: 'reports',
    cases: sections.map((section) => `${section}.*`),
    'exclude-cases': [],
    'exclude-agent-cases': {},
  };
  await writeFile(join(cwd, 'spec.json'), JSON.stringify(spec));
  const args = ['-u', '-c', program, directory, '-m', 'fuzzingserver', '-s', 'spec.json', '-w', '0'];
  const child = spawn(python ?? '', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  child.stderr.resume();
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  for await (const line of createInterface(child.stdout)) {
    const list = /^Cases = \[(.*)\]$/.exec(line)?.[1];
    if (list === undefined) continue;
    child.stdout.resume();
    // It lists its cases before it listens.
    await waitForListener(port);
    /** The numbers of the cases, in order: the first is `case=1`. */
    const cases = [...list.matchAll(/'([\d.]+)'/g)].map(([, name = '']) => name);
    /** The results of each case, once `/updateReports` was requested. */
    const readBehaviors = (): Readonly<Record<string, string>> => {
      const report = JSON.parse(readFileSync(join(cwd, 'reports/index.json'), 'utf8')) as Report;
      const found = Object.entries(report['endpoint-check']);
      return Object.fromEntries(found.map(([name, { behavior }]) => [name, behavior]));
    };
    return { port, cases, readBehaviors };
  }
  throw new Error('the fuzzing server ended before it listened');
}

type Report = Readonly<Record<'endpoint-check', Readonly<Record<string, { readonly behavior: string }>>>>;

const skipped = await installAutobahn();

/** Echoes text until the connection ends; resolves to the reason. */
async function echo(port: number, path: string): Promise<string> {
  const target = { host: '127.0.0.1', port, path, secure: false };
  const { opened } = await openWebSocket(createProbeContext(port, { target }), 'ws');
  if (!opened.ok) return opened.failure.code;
  for (;;) {
    const message = await opened.value.receive();
    if (!message.ok) return message.failure.code;
    opened.value.send(message.value);
  }
}

describe.skipIf(skipped !== '')(`the cases of Autobahn${skipped}`, () => {
  test('are passed, except those with binary messages', async () => {
    const { port, cases, readBehaviors } = await startFuzzingServer();
    const ends = new Set<string>();
    for (const index of cases.keys())
      ends.add(await echo(port, `/runCase?case=${index + 1}&agent=endpoint-check`));
    await echo(port, '/updateReports?agent=endpoint-check');
    const behaviors = readBehaviors();
    expect(Object.keys(behaviors).sort()).toEqual([...cases].sort());
    // A violation may be found before earlier messages are echoed (non-strict); some cases are only informational.
    const passed = ['OK', 'NON-STRICT', 'INFORMATIONAL'];
    const failed = cases.filter((name) => !passed.includes(behaviors[name] ?? ''));
    // Answers of JSON-RPC are text: a binary message fails the connection.
    expect(failed).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `1.2.${number}`));
    expect(ends).toEqual(new Set(['ws/closed', 'ws/bad-frames']));
  });
});
