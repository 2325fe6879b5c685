// Measures, and prints one table at the end: `npm run bench`, or `npm run bench:peers` to compare with other tools as well.
// Names select benches: `npm run bench -- start-up`. Exit status 1 if a target is missed.
import { measureChainRegistry } from './chain-registry.js';
import { measureHanging } from './hanging.js';
import { measureHistory } from './history.js';
import { measureLinear } from './linear.js';
import { measurePackage } from './package.js';
import { measureRoundTrip } from './round-trip.js';
import { measureStartUp } from './start-up.js';
import { measureStructure } from './structure.js';
import { describeError, formatTable, skip } from './table.js';
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

const withPeers = process.argv.includes('--peers');
const chosen = process.argv.slice(2).filter((arg) => arg !== '--peers');
const unknown = chosen.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`unknown bench ${unknown.join(', ')}: expected ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const rows = [];
for (const [name, measure] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.error(`${name} …`);
  // A bench that fails counts as a missed target; the others still run.
  rows.push(
    ...(await measure(withPeers).catch((/** @type {unknown} */ error) => [
      { ...skip(name, '', describeError(error)), reached: false },
    ])),
  );
}
console.log(`\n${formatTable(rows)}\n\nNode ${process.version}, ${process.platform} ${process.arch}`);
process.exitCode = rows.some(({ reached }) => reached === false) ? 1 : 0;
