// Registries like cosmos/chain-registry, with entries of all kinds: the structure of one of its size beside a validator of the same schema, runs over
// local nodes, and how these grow.
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import {
  formatCount,
  formatMs,
  holdMemory,
  holdRatio,
  holdRounds,
  measureInTurn,
  median,
  type Options,
  type Row,
} from './table.js';
import { checkDistantChains, size, withDistantNodes, writeChains } from './support/distant-nodes.js';
import { findAjvCli } from './support/peers.js';
import { program, run, runOrThrow } from './support/process.js';

const schema = 'schemas/chain-registry.schema.json';

export async function measureChainRegistry({ peers, quick }: Options): Promise<Row[]> {
  const count = quick ? 500 : size;
  const work = `chain-registry, ${formatCount(count)} entries`;
  const structure = peers ? [await measureStructure(`structure of ${work} and its peers`, count)] : [];
  return withDistantNodes(async (nodes) => {
    const measure = await checkDistantChains(nodes, count);
    const run = `${work}, a third of the names gone`;
    const ours = `${formatMs(measure.wallMs)}, ${measure.wrong} verdicts wrong`;
    return [
      ...structure,
      { work: run, ours, reach: 'none wrong', reached: measure.wrong === 0 },
      holdMemory(run, [measure], 350),
    ];
  });
}

function measureStructure(work: string, count: number) {
  return withFiles([], async (directory) => {
    await writeChains(directory, count, (chain) => chain);
    const ajv = await findAjvCli();
    const all = join(directory, '*', 'chain.json');
    const args = [ajv, 'validate', '--spec=draft7', '--strict=false', '-s', schema, '-d', all];
    const { ours, theirs } = await measureInTurn(
      {
        // The registry has slips, so that the exit status is 1.
        ours: () => run(process.execPath, [program, directory, '--no-network']),
        theirs: () => runOrThrow(process.execPath, args),
      },
      7,
    );
    // Tried without gain: see structure.ts.
    const reason = 'a third is loading and garbage collection, the rest making and comparing entries';
    return holdRounds(work, 'wallMs', ours, ['ajv-cli', theirs], 1, reason);
  });
}

/** For all sizes: memory that V8 reserves is most of it, and does not grow. */
const limitMb = 400;
/** Tried without gain: the JSON report in parts, chain ids in place of observations, idle lanes and look-ups forgotten, garbage collected early. */
const memoryReason =
  'the entries, half as many peers, what was found about each and the report are in memory at once';

/** How the time and the memory of a run grow with its entries. The nodes share the processor with the run, so its processor time is shown beside the wall-clock time. */
export function measureLinear({ quick }: Options): Promise<Row[]> {
  const [few, many] = quick ? [500, 1_000] : [1_000, 50_000];
  return withDistantNodes(async (nodes) => {
    const { small } = await measureInTurn({ small: () => checkDistantChains(nodes, few) }, 3);
    const large = await checkDistantChains(nodes, many);
    const work = `all kinds, ${formatCount(many)} entries, and their peers, which are not probed`;
    const growth = (['wallMs', 'cpuMs'] as const).map((figure) => {
      const theirs = median(small.map((run) => run[figure] / run.listed));
      const unit = figure === 'wallMs' ? 'ms an entry' : 'ms of processor time an entry';
      return holdRatio(work, large[figure] / large.listed, [`itself on ${formatCount(few)}`, theirs], 1.1, {
        format: (ms) => `${ms.toFixed(2)} ${unit}`,
      });
    });
    return [
      ...growth,
      holdMemory(work, [large], limitMb, memoryReason),
      { work, ours: `${large.wrong} verdicts wrong`, reach: '0', reached: large.wrong === 0 },
    ];
  });
}
