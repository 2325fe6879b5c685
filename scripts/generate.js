// Writes what is derived from one source: `npm run generate`. With --check it writes nothing and fails if a file is stale.
import { generateFiles } from './generated-files.js';
import { readFile, writeFile } from 'node:fs/promises';

const check = process.argv.includes('--check');
const stale = [];
for (const [path, text] of await generateFiles()) {
  const now = await readFile(path, 'utf8').catch(() => '');
  if (now === text) continue;
  stale.push(path);
  if (!check) await writeFile(path, text);
}
console.log(
  stale.length === 0 ? 'generated files are fresh' : `${check ? 'stale' : 'written'}: ${stale.join(', ')}`,
);
if (check && stale.length > 0) process.exitCode = 1;
