// Measures, and prints one table at the end: `npm run bench`, with --peers beside other programs too. Names or what they begin with choose benches:
// `npm run bench -- start-up service`; without any, those that need no other server are chosen. With --write each replaces its table in
// docs/performance.md, beside other programs; without names all do. --quick is for who has changed a bench: all sizes are small. Exits with 1 if a
// target is missed or something cannot be measured here.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { measureChainRegistry, measureLinear } from './chain-registry.js';
import { measureExporter } from './exporter.js';
import { measureHistory } from './history.js';
import { measurePackage, measureStartUp } from './start-up.js';
import { measureRoundTrip } from './round-trip.js';
import { measureAssets } from './service/assets.js';
import { measureCost, measurePlain } from './service/cost.js';
import { measureDenoms, measureHolders } from './service/holders.js';
import { measureIsolation } from './service/isolation.js';
import { measureSearches } from './service/searches.js';
import { withSetting } from './service/setting.js';
import { measureStructure } from './structure.js';
import { formatMs, formatTable, type Options, type Row } from './table.js';
import { measureHanging, measureTenThousand, measureThousand } from './thousand.js';

const page = 'docs/performance.md';

/** Those of the service are last: they keep this process, and what it starts, off a processor. */
const benches: Record<string, (options: Options) => Promise<Row[]>> = {
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
  exporter: measureExporter,
  'service-assets': measureAssets,
  'service-holders': withSetting(measureHolders),
  'service-denoms': withSetting(measureDenoms),
  'service-searches': withSetting(measureSearches),
  'service-isolation': withSetting(measureIsolation),
  'service-cost': withSetting(measureCost),
  'service-plain': withSetting(measurePlain),
};

const { values, positionals } = parseArgs({
  options: {
    peers: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const { write, quick } = values;
const names = Object.keys(benches);
const unknown = positionals.filter((start) => !names.some((name) => name.startsWith(start)));
if (unknown.length > 0) throw new Error(`unknown bench ${unknown.join(', ')}: expected ${names.join(', ')}`);
const all: Row[] = [];
for (const [name, measure] of Object.entries(benches)) {
  const isDefault = write || !/^(?:service-|exporter$)/.test(name);
  if (!(positionals.length === 0 ? isDefault : positionals.some((start) => name.startsWith(start)))) continue;
  const machine = describeMachine();
  const startedMs = performance.now();
  try {
    const rows = await measure({ peers: values.peers || write, quick });
    all.push(...rows);
    if (write && !quick) await writeRegion(name, formatTable(rows), machine);
  } catch (error) {
    // The rest is still measured, and an earlier table stays.
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    all.push({ work: name, ours: '', reach: 'not measured', reached: false, reason });
  }
  console.error(`${name}: ${formatMs(performance.now() - startedMs)}`);
}
console.log(`\n${formatTable(all)}\n\n${describeMachine()}`);
if (!all.every(({ reached }) => reached)) process.exitCode = 1;

/** The date and how busy the machine is now; and the machine. */
function describeMachine() {
  const load = (loadavg()[0] ?? Number.NaN).toFixed(1);
  return [
    `${new Date().toISOString().slice(0, 10)}, load average before it ${load}`,
    `Node ${process.version}, ${process.platform} ${process.arch}`,
    `${cpus().length} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}`,
    `${(totalmem() / 1e9).toFixed(0)} GB of memory`,
  ].join('; ');
}

/**
 * Replaces the table of a bench in the page, and says below it when it was measured, and where if that is not the machine which the page names.
 * Throws if the page has no such region.
 */
async function writeRegion(name: string, table: string, machine: string) {
  const text = readFileSync(page, 'utf8');
  const region = new RegExp(`(?<=<!-- bench: ${name} -->\n)[^]*(?=<!-- end of bench: ${name} -->)`);
  if (!region.test(text)) throw new Error(`${page} has no region ${name}`);
  const [occasion = '', ...rest] = machine.split('; ');
  const where = text.includes(`: ${rest.join('; ')}.`) ? occasion : machine;
  const written = text.replace(region, () => `\n${table}\n\n${where}\n\n`);
  writeFileSync(page, await format(written, { ...(await resolveConfig(page)), filepath: page }));
}
