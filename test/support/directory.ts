import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeFiles } from '../../scripts/temporary-files.js';

/** Writes files into a new directory, which is removed when the test ends. Resolves to the directory's path. */
export async function createDirectory(
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  await writeFiles(directory, Object.entries(files));
  return directory;
}

/** The text of a registry file with these entries. */
export function formatParam(
  urls: { readonly grpc?: readonly string[]; readonly evm?: readonly string[] },
  fields: Readonly<Record<string, unknown>> = {},
): string {
  const list = (listed: readonly string[] = []) =>
    listed.map((url, index) => ({ provider: `Provider ${index}`, url }));
  const file = { ...fields, grpc_endpoint: list(urls.grpc), evm_rpc_endpoint: list(urls.evm) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function mount(...args: readonly string[]): boolean {
  return spawnSync('mount', args).status === 0;
}

function unmount(directory: string): void {
  spawnSync('umount', [directory]);
  rmdirSync(directory);
}

function mountNew(options: string): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'endpoint-check-mount-'));
  if (mount('-t', 'tmpfs', '-o', options, 'tmpfs', directory)) return directory;
  rmdirSync(directory);
  return null;
}

/** Whether file systems can be mounted here, which takes root on Linux. */
export const canMount = probeMount();

function probeMount(): boolean {
  const directory = process.platform === 'linux' ? mountNew('size=4k') : null;
  if (directory !== null) unmount(directory);
  return directory !== null;
}

/** Mounts an empty file system of this size until the test ends. Returns its directory. Throws if `canMount` is false. */
export function mountTmpfs(sizeKib: number): string {
  const directory = mountNew(`size=${sizeKib}k`);
  if (directory === null) throw new Error('cannot mount a tmpfs');
  onTestFinished(() => unmount(directory));
  return directory;
}

/** Makes a mounted file system read-only. */
export function makeReadOnly(directory: string): void {
  if (!mount('-o', 'remount,ro', directory)) throw new Error('cannot mount it read-only');
}

/** The texts of all files below a directory except those of git, by path; byte for byte, as latin1. */
export async function readBytes(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .filter((path) => !path.startsWith('.git/'));
  const read = files.map(async (path): Promise<[string, string]> => [
    path,
    await readFile(join(directory, path), 'latin1'),
  ]);
  return Object.fromEntries((await Promise.all(read)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The lists of a chain, by their names below `apis`. */
export type Apis = Readonly<Record<string, readonly (string | object)[]>>;

/** The text of the file of a chain, in a registry such as cosmos/chain-registry. */
export function formatChain(apis: Apis, fields: Readonly<Record<string, unknown>> = {}): string {
  const lists = Object.entries(apis).map(([name, entries]) => [
    name,
    entries.map((entry) => (typeof entry === 'string' ? { address: entry, provider: 'Sandbox' } : entry)),
  ]);
  return JSON.stringify({ chain_name: 'sandbox', ...fields, apis: Object.fromEntries(lists) as object });
}

/** Writes a registry, a chain with these lists each; it is removed when the test ends. */
export async function createRegistry(chains: Readonly<Record<string, Apis>>): Promise<string> {
  const files = Object.entries(chains).map(([chain, apis]) => [`${chain}/chain.json`, formatChain(apis)]);
  return createDirectory(Object.fromEntries(files) as Record<string, string>);
}
