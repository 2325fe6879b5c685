// The query service at the size of real chains: a million holders, twenty million blocks, slow nodes; each figure beside that of an older version
// (`--before <directory>` of a built checkout) and beside the floor, bare calls to the same node. Before that, how many requests for an asset it
// answers, beside nginx. With --write each section replaces its table in docs/performance.md. Exits with 1 if a target is missed, with 2 if nginx is
// not installed.
import { rmSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { describeMachine, writeRegion } from './page.js';
import { compareWithNginx } from './service/assets.js';
import { measureCost } from './service/cost.js';
import { measureDenoms } from './service/denoms.js';
import { measureHolders } from './service/holders.js';
import { measureIsolation } from './service/isolation.js';
import { measurePlain } from './service/plain.js';
import { formatRows } from './service/rows.js';
import { measureSearches } from './service/searches.js';
import { startSetting } from './service/setting.js';
import { pinLoad } from './support/http-servers.js';
import { formatTable } from './table.js';

const { values } = parseArgs({
  options: {
    path: { type: 'string', default: '/v1/kava/assets/ukava' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '0.33' },
    before: { type: 'string' },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'assets,holders,denoms,searches,isolation,cost,plain' },
  },
});
const sections = values.only.split(',');
const before = values.before ?? null;
/** @type {import('./service/setting.js').Size} */
const size = values.quick
  ? { holders: 20_000, pageSize: 100, blocks: 200_000, blockLimit: 1_000, seconds: 3 }
  : { holders: 1_000_000, pageSize: 1_000, blocks: 20_000_000, blockLimit: 10_000, seconds: 10 };

pinLoad();
let [missed, incomplete] = [false, false];
/**
 * Prints a table; with --write it replaces that of the page, which small sizes never do.
 * @param {string} section
 * @param {string} table
 * @param {string} machine
 */
const show = async (section, table, machine) => {
  console.log(`\n${table}`);
  if (values.write && !values.quick) await writeRegion(`service-${section}`, table, machine);
};
if (sections.includes('assets')) {
  const machine = describeMachine();
  const [rounds, seconds, minutes] = [values.rounds, values.seconds, values.minutes].map(Number);
  const run = {
    path: values.path,
    rounds: rounds ?? 5,
    seconds: seconds ?? 3,
    memorySeconds: (minutes ?? 0) * 60,
  };
  const rows = await compareWithNginx(run);
  await show('assets', formatTable(rows), machine);
  missed = rows.some(({ reached }) => reached === false);
  incomplete = rows.some(({ reached }) => reached === null);
}

const measures = {
  ...{ holders: measureHolders, denoms: measureDenoms, searches: measureSearches },
  ...{ isolation: measureIsolation, cost: measureCost, plain: measurePlain },
};
for (const [name, measure] of Object.entries(measures)) {
  if (!sections.includes(name)) continue;
  // New nodes for each section, so that one does not affect the next.
  const machine = describeMachine();
  const setting = await startSetting(size);
  try {
    const rows = await measure(setting, before);
    await show(name, formatRows(rows), machine);
    missed ||= rows.some(({ reached }) => !reached);
  } finally {
    await setting.stop();
    rmSync(setting.registry, { recursive: true });
  }
}
const [load = 0] = loadavg();
if (load > availableParallelism() + 1)
  console.log(`\nload average ${load.toFixed(1)}: the machine is too busy to measure`);
if (before === null)
  console.log('\nnothing to compare with: name an older checkout that is built by --before <directory>');
process.exitCode = missed ? 1 : incomplete ? 2 : 0;
