// The whole of cosmos/chain-registry, as far as its size goes: its structure beside a validator of the same schema, and a run over local nodes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, measureInTurn, median } from './pairs.js';
import { serveChainRegistry, size, writeChains } from './support/chain-registry.js';
import { findAjvCli } from './support/peers.js';
import { inDirectory, run, runOrThrow, runTool } from './support/process.js';
import { describeError, formatMs, skip } from './table.js';

const schema = 'schemas/chain-registry.schema.json';
const work = `chain-registry, ${size.toLocaleString('en')} entries`;

/**
 * @param {boolean} withPeers
 * @returns {Promise<import('./table.js').Row[]>}
 */
export async function measureChainRegistry(withPeers) {
  return [...(await measureStructure(withPeers)), ...(await measureRun())];
}

/** @param {boolean} withPeers */
function measureStructure(withPeers) {
  return inDirectory(async (directory) => {
    writeChains(directory, (chain) => chain);
    const ajv = withPeers ? await findAjvCli().catch(describeError) : null;
    const program = join(process.cwd(), 'bin/endpoint-check.js');
    // The registry has slips, so that the exit status is 1.
    const ours = async () => (await run(process.execPath, [program, directory, '--no-network'])).wallMs;
    const all = join(directory, '*', 'chain.json');
    const args = ['validate', '--spec=draft7', '--strict=false', '-s', schema, '-d', all];
    const peer = async () => (await runOrThrow(process.execPath, [ajv ?? '', ...args])).wallMs;
    const isThere = ajv?.startsWith('/') === true;
    const measured = await measureInTurn(isThere ? { ours, peer } : { ours }, 7);
    const { ours: own = [], peer: theirs = [] } = measured;
    const text = formatMs(median(own));
    if (!isThere) return [skip(`structure of ${work}`, `ours: ${text}`, ajv ?? 'without --peers')];
    const ratio = compare(own, theirs);
    return [
      {
        work: `structure of ${work}`,
        ours: text,
        peer: `ajv-cli: ${formatMs(median(theirs))}`,
        ratio,
        reach: '<= 1 x',
        reached: ratio <= 1,
        reason: 'each entry gets a line and a column, and each url is read and compared with all others',
      },
    ];
  });
}

function measureRun() {
  return inDirectory(async (directory) => {
    const served = await serveChainRegistry(directory).catch(describeError);
    if (typeof served === 'string') return [skip(work, '', served)];
    const { registry, wrap, env, listed, gone } = served;
    try {
      const report = join(directory, 'report.json');
      const args = ['check', registry, '--allow-private', '--retries', '0', '--reporter', `json=${report}`];
      const { wallMs, rssMb } = await runTool(args, { wrap, env });
      const { summary } = JSON.parse(readFileSync(report, 'utf8'));
      // The time of a wrong run means nothing.
      if (summary.passed !== listed - gone || summary.failed !== gone)
        throw new Error(
          `expected ${String(listed - gone)} passed and ${String(gone)} failed: ${JSON.stringify(summary)}`,
        );
      return [
        {
          work: `${work}, a third of the names gone`,
          ours: formatMs(wallMs),
          peer: '',
          ratio: null,
          reach: 'to compare',
          reached: true,
        },
        {
          work: `${work}, a third of the names gone`,
          ours: `${rssMb.toFixed(0)} MB resident`,
          peer: '',
          ratio: null,
          reach: '<= 350 MB',
          reached: rssMb <= 350,
        },
      ];
    } finally {
      served.stop();
    }
  });
}
