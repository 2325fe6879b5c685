import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../support/packages.js';

/** A release line of the Cosmos SDK that nodes run, and the module file with its versions; 0.54 is that of cosmos/evm, a chain of both kinds. */
export const sdkLines = { '0.54': 'evm', '0.53': 'go', '0.50': 'sdk-0.50' } as const;

/** The name of a release line. */
export type SdkLine = keyof typeof sdkLines;

/**
 * The lines of CometBFT that chains run, without that of Cosmos SDK 0.50 and 0.53. 0.34 is Tendermint's: the module keeps that name, and chains of
 * Cosmos SDK 0.46 and before replace one by the other as here.
 */
export const cometLines = { '1.0': 'v1.0.1', '0.37': 'v0.37.15', '0.34': 'v0.34.35' } as const;

/** The name of a line of CometBFT. */
export type CometLine = keyof typeof cometLines;

/** The version of the application, which a node takes from its build. */
export const appVersion = '1.2.3';

const source = resolve('test/nodes/cosmos-node');
const run = promisify(execFile);

/** Builds the node, once for each state of its source and each version of Go. Resolves to the program's path. */
export async function buildCosmosNode(line: SdkLine): Promise<string> {
  const { stdout: go } = await run('go', ['version']);
  const hash = createHash('sha256').update(`${go} ${appVersion}`);
  const modules = sdkLines[line];
  const files = (await readdir(source)).filter((file) => file.endsWith('.go')).sort();
  for (const file of [...files, `${modules}.mod`, `${modules}.sum`]) {
    hash.update(await readFile(join(source, file)));
  }
  const program = join(cacheDirectory, `cosmos-node-${line}-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(program)) {
    await mkdir(cacheDirectory, { recursive: true });
    // An aborted build leaves nothing under the program's name.
    const building = `${program}.${process.pid}`;
    const version = 'github.com/cosmos/cosmos-sdk/version';
    const flags = `-s -w -X ${version}.Version=${appVersion} -X ${version}.AppName=cosmos-node`;
    const args = ['build', `-modfile=${modules}.mod`, '-tags', modules, '-ldflags', flags, '-o', building];
    await run('go', [...args, '.'], { cwd: source });
    await rename(building, program);
  }
  return program;
}

/** Builds CometBFT with its example applications. Resolves to the program's path. */
export function buildComet(line: CometLine): Promise<string> {
  const comet = 'github.com/cometbft/cometbft';
  const module = line === '0.34' ? 'github.com/tendermint/tendermint' : comet;
  const version = cometLines[line];
  const replacement = module === comet ? '' : `replace ${module} => ${comet} ${version}\n`;
  return buildModule(
    `comet-${line}`,
    `${module}/cmd/cometbft`,
    `require ${module} ${version}\n${replacement}`,
  );
}

/** Builds geth, which most EVM endpoints run. Resolves to the program's path. */
export function buildGeth(): Promise<string> {
  const module = 'github.com/ethereum/go-ethereum';
  return buildModule('geth', `${module}/cmd/geth`, `require ${module} v1.17.10\n`);
}

/** Builds a program from published modules, once for each of their versions and of Go. Resolves to the program's path. */
async function buildModule(name: string, source: string, requirements: string): Promise<string> {
  const { stdout: go } = await run('go', ['version']);
  const modules = `module programs\n\ngo 1.22.0\n\n${requirements}`;
  const hash = createHash('sha256').update(`${go} ${modules}`).digest('hex').slice(0, 16);
  const directory = join(cacheDirectory, `${name}-${hash}`);
  const program = join(directory, basename(source));
  if (!existsSync(program)) {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'go.mod'), modules);
    const building = `${program}.${process.pid}`;
    const args = ['build', '-mod=mod', '-ldflags', '-s -w', '-o', building, source];
    await run('go', args, { cwd: directory });
    await rename(building, program);
  }
  return program;
}
