// Builds dist/: `npm run build`. With --check it writes nothing and fails where what is committed is stale.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { bundle } from './bundle.js';

const files = new Map(await bundle());
const old = (await readdir('dist', { recursive: true, withFileTypes: true }).catch(() => []))
  .filter((entry) => entry.isFile())
  .map((entry) => resolve(entry.parentPath, entry.name));
const stale = [];
for (const path of new Set([...old, ...files.keys()])) {
  const now = await readFile(path, 'utf8').catch(() => undefined);
  if (now !== files.get(path)) stale.push(relative('.', path));
}
if (process.argv.includes('--check')) {
  console.log(stale.length === 0 ? 'dist is fresh' : `stale, run npm run build: ${stale.join(', ')}`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  await rm('dist', { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  console.log(`built ${files.size} files, ${stale.length} changed`);
}
