import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'rolldown';

const execute = promisify(execFile);

/** The directory of programs that tests build or install, kept for the next run: outside the repository, and its clones. */
export const cacheDirectory = join(
  process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'endpoint-check',
);

/** Installs a package once, with Python's own means, and keeps it for the next run. Never rejects. */
export async function installPythonProgram(name: string, version: string, program = name) {
  const directory = join(cacheDirectory, `${name}-${version}`);
  const path = join(directory, 'bin', program);
  /** Why it is not here, to be shown if its tests are skipped; empty if it is. */
  let skipped = '';
  try {
    // pip writes the program last.
    if (!existsSync(path)) {
      await execute('python3', ['-m', 'venv', '--clear', directory]);
      await execute(join(directory, 'bin', 'pip'), ['install', '--quiet', `${name}==${version}`]);
    }
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    const [reason = ''] = String(error).split('\n');
    skipped = ` (skipped: ${reason})`;
  }
  /** Runs it and resolves to what it prints. Rejects with that if it fails. */
  const run = async (cwd: string, ...args: readonly string[]) => {
    const answer = await execute(path, args, { cwd }).catch((error: unknown) => {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
    });
    return answer.stdout;
  };
  return { skipped, run };
}

/** The package as npm installs it. */
export type InstalledPackage = Awaited<ReturnType<typeof installPackage>>;

/** Packs the package and installs it, without the internet, in an empty directory. */
export async function installPackage() {
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

/** The minified ES module that a bundler makes for browsers from a module that imports this package. */
export async function bundleForBrowser(module: string): Promise<string> {
  const { output } = await build({
    input: 'virtual:entry',
    platform: 'browser',
    external: /^node:/,
    plugins: [
      {
        name: 'entry',
        resolveId: (id: string) => (id === 'virtual:entry' ? `${process.cwd()}/virtual-entry.mjs` : null),
        load: (id: string) => (id.endsWith('/virtual-entry.mjs') ? module : null),
      },
    ],
    // What is left out has names that only Node resolves.
    logLevel: 'silent',
    write: false,
    output: { format: 'esm', minify: true, codeSplitting: false },
  });
  return output[0].code;
}
