// Fuzzes the parsers: `npm run fuzz -- --seconds 60`. Options: `--target json,history`, `--seed 7`, `--runs 10000` in place of a time. An input that
// breaks a promise is minimized and printed; the exit status is then 1. With its target and seed, the `--path` that is printed gives it again.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
/** @type {typeof import('./properties.js')} */
const { createProperty, listExamples, targets } = await importTypeScript('test/fuzz/properties.ts', null);
const names = values.target?.split(',');
const chosen = targets.filter(({ name }) => names?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`expected targets of ${targets.map(({ name }) => name).join(', ')}`);
const tokens = listTokens();
console.log(`seed ${seed}`);
for (const target of chosen) {
  const startMs = performance.now();
  const details = await fc.check(createProperty(target, tokens), {
    seed,
    examples: listExamples(target),
    includeErrorInReport: true,
    ...chooseLimits(),
  });
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  const outcome = details.failed ? 'a find' : 'no find';
  console.log(`${target.name}: ${details.numRuns} runs in ${seconds} s, ${outcome}`);
  if (!details.failed) continue;
  process.exitCode = 1;
  console.log(await fc.asyncDefaultReportMessage(details));
}

function chooseLimits() {
  const { path, runs, seconds } = values;
  if (path !== undefined) return { path, numRuns: 1, endOnFailure: true };
  if (runs !== undefined) return { numRuns: Number(runs) };
  return { numRuns: Infinity, interruptAfterTimeLimit: (Number(seconds) * 1_000) / chosen.length };
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
