import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../support/cache-directory.js';
import { type ClientName, type ClientProgram, clients } from './clients.js';

/** How to run the program of a client. */
export type Command = readonly [program: string, ...args: string[]];

const run = promisify(execFile);

/** Installs the clients that have a program, once for this machine; resolves to how each is run. Rejects where one can't be installed. */
export async function installClients(): Promise<ReadonlyMap<ClientName, Command>> {
  const commands = new Map<ClientName, Command>();
  // One after the other: package managers lock their caches.
  for (const [name, { program }] of Object.entries(clients)) {
    if (program !== null) commands.set(name as ClientName, await install(program));
  }
  return commands;
}

async function install({ from, packages, file }: ClientProgram): Promise<Command> {
  const path = resolve('test/opinions/clients', file);
  const [main = ''] = packages;
  const directory = join(cacheDirectory, main.replaceAll(/[@/=]+/g, '-').replace(/^-/, ''));
  const marker = join(directory, 'installed');
  if (from !== 'here' && !existsSync(marker)) {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    if (from === 'npm') {
      await run('npm', ['install', '--no-save', '--no-package-lock', '--prefix', directory, ...packages]);
    } else {
      await run('python3', ['-m', 'venv', directory]);
      await run(join(directory, 'bin', 'pip'), ['install', '--quiet', ...packages]);
    }
    await mkdir(marker);
  }
  return from === 'pip' ? [join(directory, 'bin', 'python'), path] : [process.execPath, path, directory];
}
