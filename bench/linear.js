// How the time and the memory of a run grow with its entries, of all kinds.
import { median } from './pairs.js';
import { withChainRegistry } from './support/chain-registry.js';
import { describeMemory, describeFigure } from './table.js';

const [base, count] = [1_000, 50_000];
/** For all sizes: memory that V8 reserves is most of it, and does not grow. */
const limitMb = 400;

/**
 * The nodes share the processor with the run, so its processor time is shown beside the wall-clock time.
 * @returns {Promise<import('./table.js').Row[]>}
 */
export function measureLinear() {
  return withChainRegistry('all kinds, 50,000 entries', async (check) => {
    // The first requests to new servers are slow, which must not be measured.
    await check(base);
    const small = [await check(base), await check(base), await check(base)];
    const rows = [];
    const large = await check(count);
    const work = `all kinds, ${count.toLocaleString('en')} entries, and their peers, which are not probed`;
    for (const key of /** @type {const} */ (['wallMs', 'cpuMs'])) {
      const ours = large[key] / large.listed;
      const peer = median(small.map((run) => run[key] / run.listed));
      const unit = key === 'wallMs' ? 'ms an entry' : 'ms of processor time an entry';
      rows.push(
        describeFigure(work, `${ours.toFixed(2)} ${unit}`, '<= 1.1 x', ours <= 1.1 * peer, {
          peer: `itself on ${base.toLocaleString('en')}: ${peer.toFixed(2)} ${unit}`,
          ratio: ours / peer,
        }),
      );
    }
    const reason =
      'the entries, half as many peers, what was found about each and the report are in memory at once; tried: the JSON report in parts, chain ids in place of observations, idle lanes and look-ups forgotten, garbage collected early';
    rows.push(
      { ...describeMemory(large.rssMb, limitMb, work), reason },
      describeFigure(work, `${String(large.wrong)} verdicts wrong`, '0', large.wrong === 0),
    );
    return rows;
  });
}
