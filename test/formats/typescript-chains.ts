import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Runs the script that lists viem's chains in a directory; resolves to its entries. */
export async function listTypeScriptChains(cwd: string): Promise<string> {
  const hooks = pathToFileURL(resolve('test/formats/typescript-hooks.js')).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', hooks, 'entries.js'], {
    cwd,
    maxBuffer: 2 ** 26,
  });
  return stdout;
}
