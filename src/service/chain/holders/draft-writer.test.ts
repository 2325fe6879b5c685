import { expect, test } from 'vitest';
import { engineOf, openEngine } from '../../../../test/support/chain-handlers.js';
import { createOwners } from '../../../../test/support/holders.js';
import { writeSnapshot } from '../../../../test/support/write-snapshot.js';

test('owners of many pages are put in order some ten thousand at a time, since a step is held in memory', async () => {
  const engine = await openEngine();
  // The rank of the first holder of each step.
  const ranks: number[] = [];
  const counting = {
    ...engineOf(engine),
    write: async (...[steps]: Parameters<typeof engine.write>) => {
      const arranged = steps.find(({ sql }) => sql.includes('insert into endpoint_check_holders'));
      if (arranged !== undefined) ranks.push(Number(arranged.values.at(-1)));
      return engine.write(steps);
    },
  };
  const count = 20_000;
  await writeSnapshot(counting, { network: 'kava', denom: 'ukava' }, createOwners(count), 100);
  const steps = [...ranks.slice(1), count].map((rank, at) => rank - (ranks[at] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(12_000);
  expect(Math.min(...steps.slice(0, -1))).toBeGreaterThan(8_000);
});
