// Fuzzes the parsers: `npm run fuzz -- --seconds 60`. Options: `--target json,history`, `--seed 7`, `--runs 10000` in place of a time. An input that
// breaks a promise is minimized and printed as a JSON string; the exit status is then 1.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** @type {typeof import('./search.js')} */
const { search, targets } = await importTypeScript('test/fuzz/search.ts', null);
const names = values.target?.split(',');
const chosen = targets.filter(({ name }) => names?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`expected targets of ${targets.map(({ name }) => name).join(', ')}`);
const limits =
  values.runs === undefined
    ? { runs: Infinity, limitMs: (Number(values.seconds) * 1_000) / chosen.length }
    : { runs: Number(values.runs) };
const tokens = listTokens();
console.log(`seed ${seed}`);
for (const target of chosen) {
  const startMs = performance.now();
  const { runs, slowestMs, find } = await search(target, { seed, tokens, ...limits });
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  const outcome = find === null ? 'no find' : 'a find';
  console.log(`${target.name}: ${runs} runs in ${seconds} s, slowest ${slowestMs.toFixed(0)} ms, ${outcome}`);
  if (find === null) continue;
  process.exitCode = 1;
  const { input, error } = find;
  console.log(
    `  ${JSON.stringify(input)}\n  ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
  );
}

/** The short strings of the source: what its code compares with. */
function listTokens() {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^(?!.*\.(generated|test)\.).*\.ts$/.test(path),
  );
  const strings = files.flatMap(
    (path) => readFileSync(`src/${path}`, 'utf8').match(/(?<=')[^'\\\n]{1,39}(?=')/g) ?? [],
  );
  // In an order that does not depend on that of the files. A message that quotes `undefined` would be taken for a mistake.
  return [...new Set(strings)].filter((text) => !/undefined|NaN|\[object /.test(text)).sort();
}
