import { join } from 'node:path';
import { readUsage } from '../support/http-servers.js';
import { waitForAnswer } from '../support/requests.js';
import { formatCount, formatMiB, holdLimit } from '../table.js';
import { holdersPath, type Setting } from './setting.js';

const denoms = 10;

/** Ten large denoms in one database: the most memory that the service takes for them, and how soon a restarted one answers from it. */
export async function measureDenoms(setting: Setting) {
  const { holders } = setting.size;
  const database = join(setting.registry, 'denoms.sqlite');
  const paths = Array.from({ length: denoms }, (_, at) => holdersPath(`bench/${holders}/denom-${at}`));
  const service = await setting.start(database);
  for (const path of paths) await waitForAnswer(() => service.get(path));
  const { peakMiB } = readUsage(service.pid);
  await service.stop('SIGTERM');
  const startedAt = performance.now();
  const again = await setting.start(database);
  const { status } = await again.get(paths[0] ?? '');
  const readyMs = performance.now() - startedAt;
  await again.stop('SIGKILL');
  if (status !== 200) throw new Error(`answered ${status}`);
  const work = `${denoms} denoms of ${formatCount(holders)} holders`;
  return [
    holdLimit(`the most resident memory while ${work} are walked`, peakMiB, 250, formatMiB),
    holdLimit(`started again with ${work}: the first page`, readyMs, 1_000),
  ];
}
