import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { cacheDirectory } from '../support/cache-directory.js';

/** A release line of the Cosmos SDK that nodes of the field run, and the module file that holds its versions. */
export const sdkLines = { '0.53': 'go', '0.50': 'sdk-0.50' } as const;

/** The name of a release line. */
export type SdkLine = keyof typeof sdkLines;

/** The version of the application, which a node takes from its build. */
export const appVersion = '1.2.3';

const source = resolve('test/nodes/cosmos-node');
const run = promisify(execFile);

/** Builds the node, once for each state of its source and each version of Go. Resolves to the program's path. */
export async function buildCosmosNode(line: SdkLine): Promise<string> {
  const { stdout: go } = await run('go', ['version']);
  const hash = createHash('sha256').update(`${go} ${appVersion}`);
  const modules = sdkLines[line];
  for (const file of ['main.go', 'follow.go', `${modules}.mod`, `${modules}.sum`]) {
    hash.update(await readFile(join(source, file)));
  }
  const program = join(cacheDirectory, `cosmos-node-${line}-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(program)) {
    await mkdir(cacheDirectory, { recursive: true });
    // A build that breaks off leaves nothing under the program's name.
    const building = `${program}.${process.pid}`;
    const version = 'github.com/cosmos/cosmos-sdk/version';
    const flags = `-s -w -X ${version}.Version=${appVersion} -X ${version}.AppName=cosmos-node`;
    await run('go', ['build', `-modfile=${modules}.mod`, '-ldflags', flags, '-o', building, '.'], {
      cwd: source,
    });
    await rename(building, program);
  }
  return program;
}
