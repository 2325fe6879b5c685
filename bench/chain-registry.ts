// A registry of the size of cosmos/chain-registry: its structure beside a validator of the same schema, and a run over local nodes.
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import { measureInTurn } from './measure.js';
import { checkDistantChains, size, writeChains } from './support/chain-registry.js';
import { withDistantNodes } from './support/distant-nodes.js';
import { findAjvCli } from './support/peers.js';
import { program, run, runOrThrow } from './support/process.js';
import { formatCount, formatMs, holdMemory, holdRounds, type Options, type Row } from './table.js';

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
    // Tried without gain: see structure.js.
    const reason = 'a third is loading and garbage collection, the rest making and comparing entries';
    return holdRounds(work, 'wallMs', ours, ['ajv-cli', theirs], 1, reason);
  });
}
