// How the time and the memory of a run grow with its entries, of all kinds. The nodes share the processor with the run, so its processor time is shown
// beside the wall-clock time.
import { measureInTurn, median } from './measure.js';
import { checkDistantChains } from './support/chain-registry.js';
import { withDistantNodes } from './support/distant-nodes.js';
import { formatCount, holdMemory, holdRatio, type Options, type Row } from './table.js';

/** For all sizes: memory that V8 reserves is most of it, and does not grow. */
const limitMb = 400;
/** Tried without gain: the JSON report in parts, chain ids in place of observations, idle lanes and look-ups forgotten, garbage collected early. */
const reason =
  'the entries, half as many peers, what was found about each and the report are in memory at once';

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
      holdMemory(work, [large], limitMb, reason),
      { work, ours: `${large.wrong} verdicts wrong`, reach: '0', reached: large.wrong === 0 },
    ];
  });
}
