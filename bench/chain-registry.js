// A registry of the size of cosmos/chain-registry: its structure beside a validator of the same schema, and a run over local nodes.
import { join } from 'node:path';
import { compare, measureInTurn, median } from './pairs.js';
import { size, withChainRegistry, writeChains } from './support/chain-registry.js';
import { findAjvCli } from './support/peers.js';
import { inDirectory, run, runOrThrow } from './support/process.js';
import { describeError, describeMemory, formatMs, skip, describeFigure } from './table.js';

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
    writeChains(directory, size, (chain) => chain);
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
    if (!isThere)
      return [skip(`structure of ${work} and its peers`, `ours: ${text}`, ajv ?? 'without --peers')];
    const ratio = compare(own, theirs);
    return [
      describeFigure(`structure of ${work} and its peers`, text, '<= 1 x', ratio <= 1, {
        peer: `ajv-cli: ${formatMs(median(theirs))}`,
        ratio,
        // Tried without gain: see structure.js.
        reason:
          'a third is loading and garbage collection, the rest is making entries, 2,534 peers among them, and comparing them with all others',
      }),
    ];
  });
}

function measureRun() {
  return withChainRegistry(work, async (check) => {
    const { wallMs, rssMb, wrong } = await check(size);
    const run = `${work}, a third of the names gone`;
    return [
      describeFigure(run, `${formatMs(wallMs)}, ${String(wrong)} verdicts wrong`, 'none wrong', wrong === 0),
      describeMemory(rssMb, 350, run),
    ];
  });
}
