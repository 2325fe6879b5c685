// Measures, and prints one table at the end: `npm run bench`, or `npm run bench:peers` to compare with other tools as well. Names select
// benches: `npm run bench -- start-up`. With --write, which compares with other tools too, each bench replaces its table in
// docs/performance.md. Exit status 1 if a target is missed.
import { parseArgs } from 'node:util';
import { measureChainRegistry } from './chain-registry.js';
import { measureHanging } from './hanging.js';
import { measureHistory } from './history.js';
import { measureLinear } from './linear.js';
import { measurePackage } from './package.js';
import { describeMachine, writeRegion } from './page.js';
import { measureRoundTrip } from './round-trip.js';
import { measureStartUp } from './start-up.js';
import { measureStructure } from './structure.js';
import { describeError, formatMs, formatTable, skip } from './table.js';
import { measureTenThousand, measureThousand } from './thousand.js';

/** @type {Record<string, (withPeers: boolean) => Promise<import('./table.js').Row[]>>} */
const benches = {
  'start-up': measureStartUp,
  structure: measureStructure,
  package: measurePackage,
  'round-trip': measureRoundTrip,
  thousand: measureThousand,
  'ten-thousand': measureTenThousand,
  'chain-registry': measureChainRegistry,
  linear: measureLinear,
  hanging: measureHanging,
  history: measureHistory,
};

const { values, positionals: chosen } = parseArgs({
  options: { peers: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = chosen.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`unknown bench ${unknown.join(', ')}: expected ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const all = [];
for (const [name, measure] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const machine = describeMachine();
  const startedMs = performance.now();
  // A bench that fails counts as a missed target; the rest still run.
  const rows = await measure(values.peers || values.write).catch((/** @type {unknown} */ error) => [
    { ...skip(name, '', describeError(error)), reached: false },
  ]);
  console.error(`${name}: ${formatMs(performance.now() - startedMs)}`);
  // Earlier figures stay if nothing is measured now.
  if (values.write && rows.some(({ ours }) => ours !== ''))
    await writeRegion(name, formatTable(rows), machine);
  all.push(...rows);
}
console.log(`\n${formatTable(all)}\n\n${describeMachine()}`);
process.exitCode = all.some(({ reached }) => reached === false) ? 1 : 0;
