// Builds dist/: `npm run build` builds all of it, with names (program, types, action) only these parts. With --check it writes nothing and
// fails if a part is stale. With --to=<directory> it writes them there.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { importTypeScript } from './import-typescript.js';

/** @type {typeof import('./bundle.js')} */
const { bundleAction, bundleProgram, bundleTypes } = await importTypeScript('scripts/bundle.ts');

/** Each part, and its paths: files there that are no longer built are removed. */
const parts = {
  program: { build: bundleProgram, owns: /^(?!dist\/action|.*\.d\.c?ts$)/ },
  types: { build: bundleTypes, owns: /\.d\.c?ts$/ },
  action: { build: bundleAction, owns: /^dist\/action[-.]/ },
};

const { values, positionals: names } = parseArgs({
  options: { check: { type: 'boolean' }, to: { type: 'string', default: '' } },
  allowPositionals: true,
});
const { check, to } = values;
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`unknown part ${unknown.join(', ')}: expected ${Object.keys(parts).join(', ')}`);
const stale = [];
for (const [name, { build, owns }] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const files = new Map(await build());
  // Last to first: a chunk is written before the file that loads it.
  for (const [built, content] of [...files].reverse()) {
    const path = join(to, built);
    if ((await readFile(path, 'utf8').catch(() => null)) === content) continue;
    stale.push(path);
    if (!check) await write(path, content);
  }
  for (const built of await listDist()) {
    if (!owns.test(built) || files.has(built)) continue;
    const path = join(to, built);
    stale.push(path);
    if (!check) await rm(path, { force: true });
  }
}
if (stale.length === 0) console.log('dist is fresh');
else if (!check) console.log(`dist: ${stale.length} files changed`);
else {
  console.log(`stale, run npm run build: ${stale.join(', ')}`);
  process.exitCode = 1;
}

/** Replaces a file atomically, since the program may be running, or another build. @param {string} path @param {string} content */
async function write(path, content) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}

/** The files of dist/ in the directory that is built to, with forward slashes. */
async function listDist() {
  const entries = await readdir(join(to, 'dist'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(to, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}
