import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { readMarkdown } from './markdown.js';

const { blocks } = readMarkdown(readFileSync('docs/adopting.md', 'utf8'));

/** The block of docs/adopting.md in a language that has this text. */
export function getRecipe(language: string, part: string): string {
  const found = blocks.find((block) => block.language === language && block.code.includes(part));
  if (found === undefined) throw new Error(`docs/adopting.md has no ${language} with ${part}`);
  return found.code;
}

/** Runs the script that lists viem's chains in a directory; resolves to its entries. */
export async function listTypeScriptChains(cwd: string): Promise<string> {
  const hooks = pathToFileURL(resolve('test/support/typescript-hooks.js')).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', hooks, 'entries.js'], {
    cwd,
    maxBuffer: 2 ** 26,
  });
  return stdout;
}
