import { expect } from 'vitest';
import { edit, listOther } from '../support/command-line.js';
import { createDirectory, readBytes } from '../support/directory.js';

/** Runs `add` in a directory, with loopback allowed. */
export const add = (cwd: string, ...args: readonly string[]) =>
  edit(cwd, ['add', ...args, '--allow-private', '--retries', '0', '--timeout', '10s']);

/** The file of kava in chain-registry. */
export const kava = 'kava/chain.json';
/** That file with these entries of its rpc. */
export const chainFile = (rpc: readonly string[] = [], fields = '"chain_id": "sandbox-1"') =>
  `{\n  "chain_name": "kava",\n  ${fields}${fields === '' ? '' : ',\n  '}"apis": {\n    "rpc": [${rpc
    .map((url) => `\n      { "address": "${url}", "provider": "Old" }`)
    .join(',')}${rpc.length > 0 ? '\n    ' : ''}]\n  }\n}\n`;

/** Adds to a file; resolves to the removed and added lines, and the file's text. */
export async function addTo(files: Readonly<Record<string, string>>, path: string, args: readonly string[]) {
  const directory = await createDirectory(files);
  const { exitCode, lines, stdout } = await add(directory, ...args);
  expect({ exitCode, stdout, lines }).toMatchObject({ exitCode: 0 });
  const after = await readBytes(directory);
  const text = after[path] ?? '';
  const before = Buffer.from(files[path] ?? '').toString('latin1');
  expect({ ...after, [path]: before }).toEqual(await readBytes(await createDirectory(files)));
  return { text, lines, came: listOther(text, before), went: listOther(before, text) };
}
