import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../support/packages.js';
import { type ClientName, clients, clientsDirectory } from './clients.js';

/** How to run the program of a client. */
export type Command = readonly [program: string, ...args: string[]];

const run = promisify(execFile);
const source = resolve(clientsDirectory);

/** Clients are installed or built once for each state of the files that pin them. */
const packages = {
  npm: {
    files: ['package.json', 'package-lock.json'],
    install: async (directory: string, files: readonly string[]) => {
      for (const file of files) await cp(join(source, file), join(directory, file));
      // Not `npm ci`, which refuses a lock file without the packages of a platform that a mirror lacks. Programs come in packages for each platform:
      // scripts would only copy them.
      await run('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', directory]);
    },
  },
  pip: {
    files: ['requirements.txt'],
    install: async (directory: string, [requirements = '']: readonly string[]) => {
      await run('python3', ['-m', 'venv', directory]);
      const options = ['--quiet', '--disable-pip-version-check', '--no-deps'];
      const args = ['-m', 'pip', 'install', ...options, '-r', join(source, requirements)];
      await run(join(directory, 'bin', 'python'), args);
    },
  },
  go: {
    files: ['ethclient/go.mod', 'ethclient/go.sum', 'ethclient/main.go'],
    install: async (directory: string) => {
      const args = ['build', '-ldflags', '-s -w', '-o', join(directory, 'ethclient'), '.'];
      await run('go', args, { cwd: join(source, 'ethclient') });
    },
  },
} as const;

/** The directory where the clients of a package manager are installed. */
export function locateClients(from: keyof typeof packages): string {
  const hash = createHash('sha256');
  for (const file of packages[from].files) hash.update(readFileSync(join(source, file)));
  return join(cacheDirectory, `clients-${from}-${hash.digest('hex').slice(0, 16)}`);
}

/** Installs the clients, once for this machine; resolves to how to run each that has a program. Rejects if one can't be installed. */
export async function installClients(): Promise<ReadonlyMap<ClientName, Command>> {
  for (const [from, { files, install }] of Object.entries(packages)) {
    const directory = locateClients(from as keyof typeof packages);
    if (existsSync(directory)) continue;
    // An aborted installation leaves nothing under the final name.
    const installing = `${directory}.${process.pid}`;
    await mkdir(installing, { recursive: true });
    await install(installing, files);
    await rename(installing, directory);
  }
  const commands = new Map<ClientName, Command>();
  for (const [name, { program }] of Object.entries(clients)) {
    if (program === null) continue;
    const { from, file } = program;
    const path = join(source, file);
    const command: Readonly<Record<typeof from, () => Command>> = {
      npm: () => [process.execPath, path, locateClients('npm')],
      pip: () => [join(locateClients('pip'), 'bin', 'python'), path],
      go: () => [join(locateClients('go'), file)],
      here: () => [process.execPath, path],
    };
    commands.set(name as ClientName, command[from]());
  }
  return commands;
}
