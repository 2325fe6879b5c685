// Fuzzes the parsers: `npm run fuzz -- --seconds 60`. Options: `--target json,history`, `--seed 7`, `--runs 10000` in place of a time. An input that
// breaks a promise is minimized and printed as a JSON string; the exit status is then 1.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { rawText } from '../../scripts/raw-text.js';
import { explore } from './explore.js';
import { countBranches } from './instrument.js';

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string' },
    seed: { type: 'string' },
  },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed);
const counted = countBranches();
const all = await loadTargets();
const names = values.target?.split(',');
const chosen = all.filter(({ name }) => names?.includes(name) ?? true);
if (chosen.length === 0) throw new Error(`expected targets of ${all.map(({ name }) => name).join(', ')}`);
// In an order that does not depend on that of reading the files.
const tokens = [...counted.literals].sort();
console.log(`seed ${seed}`);
for (const target of chosen) {
  const end = performance.now() + (Number(values.seconds) * 1_000) / chosen.length;
  const isOver = (/** @type {number} */ runs) =>
    values.runs === undefined ? performance.now() > end : runs >= Number(values.runs);
  const start = performance.now();
  const { runs, branches, corpus, finds, slowest } = await explore(target, { seed, tokens, isOver });
  const files = new Set([...branches].map((branch) => counted.files[branch]));
  const total = counted.files.filter((file) => files.has(file)).length;
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `${target.name}: ${runs} runs in ${seconds.toFixed(1)} s, ${branches.size} of ${total} branches of ${files.size} files, ${corpus.length} kept, slowest ${slowest.ms.toFixed(0)} ms, ${finds.length} finds`,
  );
  for (const { input, error } of finds) {
    process.exitCode = 1;
    console.log(
      `  ${JSON.stringify(input)}\n  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

/** @returns {Promise<readonly import('./explore.js').Target[]>} */
async function loadTargets() {
  // Below node_modules, so that packages resolve as they do for the source.
  await mkdir(resolve('node_modules/.cache'), { recursive: true });
  const directory = await mkdtemp(resolve('node_modules/.cache/fuzz-'));
  try {
    const file = join(directory, 'targets.mjs');
    await build({
      input: 'test/fuzz/targets/index.ts',
      platform: 'node',
      plugins: [rawText, counted.plugin],
      external: /^(?![./]|\w:)/,
      output: { file, format: 'esm', codeSplitting: false, ...counted.output },
      logLevel: 'warn',
      checks: { bundlerTimings: false },
    });
    return (await import(pathToFileURL(file).href)).targets;
  } finally {
    await rm(directory, { recursive: true });
  }
}
