import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Outcome } from './command-line.js';

/** The package as npm installs it. */
export interface InstalledPackage {
  readonly directory: string;
  readonly close: () => Promise<void>;
}

/** A running line of a shell. */
export interface ShellRun {
  readonly stdout: Readable;
  readonly ended: Promise<Outcome>;
  /** Ends it with all its children. */
  readonly stop: () => void;
}

const execute = promisify(execFile);

/** Packs the package and installs it, without the internet, in an empty directory. */
export async function installPackage(): Promise<InstalledPackage> {
  const packed = await mkdtemp(join(tmpdir(), 'endpoint-check-packed-'));
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-installed-'));
  await execute('npm', ['pack', '--silent', '--pack-destination', packed]);
  const [tarball = ''] = await readdir(packed);
  await execute('npm', ['install', '--silent', '--offline', join(packed, tarball)], { cwd: directory });
  return {
    directory,
    close: async () => {
      await Promise.all([packed, directory].map((path) => rm(path, { recursive: true })));
    },
  };
}

/** Runs a line of a shell, in which npx may install nothing. */
export function runShell(line: string, cwd: string, env: Readonly<Record<string, string>> = {}): ShellRun {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn('bash', ['-c', line], {
    cwd,
    env: { ...process.env, npm_config_offline: 'true', NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate group: npx does not pass every signal on.
    detached: true,
  });
  const exited = new Promise<number | null>((done) => child.once('close', done));
  const read = async () => {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { stdout, stderr, exitCode: await exited };
  };
  return { stdout: child.stdout, ended: read(), stop: () => process.kill(-(child.pid ?? 0)) };
}
