// Lines written by hand in each room, as a table: `npm run check:sizes` fails if a room has more than sizes.json allows, or is not in it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Code and styles; data, docs, and what a script writes are not written by hand, or not carried by who reads the code. */
const isHandwritten = /^(?!dist\/|.*\.generated\.).*\.(?:ts|js|cjs|css|sh|go|zsh)$/;
const isTest = /^test\/|\.test\.ts$/;

/** @typedef {{ source: number, tests: number }} Size */

/** @type {Record<string, Size>} */
const limits = JSON.parse(readFileSync('sizes.json', 'utf8'));
/** @type {Record<string, Size>} */
const sizes = {};
// A file that is not committed yet counts, one that is ignored does not.
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
for (const path of listed.toString().split('\0')) {
  if (!isHandwritten.test(path) || !existsSync(path)) continue;
  const size = (sizes[nameRoom(path)] ??= { source: 0, tests: 0 });
  size[isTest.test(path) ? 'tests' : 'source'] += readFileSync(path, 'utf8').split('\n').length - 1;
}

const errors = Object.entries(sizes).flatMap(([room, size]) =>
  /** @type {const} */ (['source', 'tests']).flatMap((part) => {
    const limit = limits[room]?.[part] ?? 0;
    return size[part] > limit
      ? `${room}: ${size[part]} lines of ${part}, at most ${limit} in sizes.json`
      : [];
  }),
);
const total = (/** @type {keyof Size} */ part) =>
  Object.values(sizes).reduce((sum, size) => sum + size[part], 0);
console.log([...errors, `${total('source')} lines of source, ${total('tests')} of tests`].join('\n'));
if (errors.length > 0) process.exitCode = 1;

/** `src/registry` or `test/cli`; of other paths, the first directory. */
function nameRoom(/** @type {string} */ path) {
  const [top = '', second = '', ...deeper] = path.split('/');
  const isDivided = (top === 'src' || top === 'test') && deeper.length > 0;
  return second === '' ? '.' : isDivided ? `${top}/${second}` : top;
}
