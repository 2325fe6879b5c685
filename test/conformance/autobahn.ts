import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createDirectory } from '../support/directory.js';
import { cacheDirectory } from '../support/packages.js';
import { findFreePort, waitForListener } from '../support/ports.js';

/** The version of https://github.com/crossbario/autobahn-testsuite. */
const version = '25.10.1';
const directory = join(cacheDirectory, `autobahntestsuite-${version}`);
/** It is written in Python 2, which few systems still have; pyenv does. */
const pythons = ['python2.7', join(homedir(), '.pyenv/versions/2.7.18/bin/python2.7')];
const python = pythons.find((program) => spawnSync(program, ['--version']).status === 0);

/** Installs the suite once for this machine. Resolves to why it is not here, empty if it is. */
export async function installAutobahn(): Promise<string> {
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

/** A server that runs one case with each client that connects to `/runCase`. */
export interface FuzzingServer {
  readonly port: number;
  /** The numbers of the cases, in order: the first is `case=1`. */
  readonly cases: readonly string[];
  /** The results of each case, once `/updateReports` was requested. */
  readonly readBehaviors: () => Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
}

/** Starts the fuzzing server of the suite with the cases of some sections. */
export async function startFuzzingServer(sections: readonly string[]): Promise<FuzzingServer> {
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
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  for await (const line of createInterface(child.stdout)) {
    const list = /^Cases = \[(.*)\]$/.exec(line)?.[1];
    if (list === undefined) continue;
    child.stdout.resume();
    // It lists its cases before it listens.
    await waitForListener(port);
    const cases = [...list.matchAll(/'([\d.]+)'/g)].map(([, name = '']) => name);
    const readBehaviors = () => {
      const report = JSON.parse(readFileSync(join(cwd, 'reports/index.json'), 'utf8')) as Report;
      const found = Object.entries(report['endpoint-check'] ?? {});
      return Object.fromEntries(found.map(([name, { behavior }]) => [name, behavior]));
    };
    return { port, cases, readBehaviors, end };
  }
  throw new Error('the fuzzing server ended before it listened');
}

type Report = Readonly<Record<string, Readonly<Record<string, { readonly behavior: string }>>>>;
