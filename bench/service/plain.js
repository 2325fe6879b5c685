import { join } from 'node:path';
import { readUsage } from '../support/http-servers.js';
import { runOrThrow, startModule } from '../support/process.js';
import { createRandom } from '../support/random.js';
import { waitForAnswer } from '../support/requests.js';
import { network } from '../support/service-registry.js';
import { formatCount, formatMiB, holdRatio } from '../table.js';
import { holdCost, loadInTurn } from './load.js';
import { holdersPath, token } from './setting.js';

const [clients, pageSize] = [50, 100];
const name = 'the plain program';
const targets = { cpu: 1, memory: 1.3, files: 1.5 };

/**
 * Any page of a hundred holders beside a plain program (Fastify, SQLite) over the same rows, and a list of the registry beside a bare node:http with as
 * many bytes: persistent connections, in turn.
 * @param {import('./setting.js').Setting} setting
 */
export async function measurePlain(setting) {
  const holders = Math.min(setting.size.holders, 200_000);
  const denom = `bench/${holders}/plain`;
  const path = `${holdersPath(denom)}&limit=${pageSize}`;
  const [ownFile = '', file = ''] = ['serve', 'plain'].map((name) => join(setting.registry, `${name}.db`));
  // Each starts once more after its rows are there, so that its memory is that of serving.
  const reading = await setting.start(ownFile);
  await waitForAnswer(() => reading.get(path));
  await reading.stop();
  const options = { file, denom, token };
  await runOrThrow(process.execPath, ['bench/support/plain-service.js', JSON.stringify(options)]);
  const [service, plain] = await Promise.all([setting.start(ownFile), startModule('plain-service', options)]);
  const list = `/v1/${network}/assets`;
  const { text } = await service.get(list);
  const bare = await startModule('static-server', { bytes: Buffer.byteLength(text) });
  try {
    const random = createRandom(11);
    const run = { clients, seconds: setting.size.seconds };
    const anyPage = () => `${path}&offset=${random(holders - pageSize)}`;
    const [pageCost, plainCost] = await loadInTurn(
      [
        { server: service, makePath: anyPage },
        { server: plain.message, makePath: anyPage },
      ],
      run,
    );
    const [peak = 0, plainPeak = 0] = [service, plain.message].map(({ pid }) => readUsage(pid).peakMiB);
    const [listCost, bareCost] = await loadInTurn(
      [
        { server: service, makePath: () => list },
        { server: bare.message, makePath: () => list },
      ],
      run,
    );
    const work = `a page of ${pageSize} of ${formatCount(holders)} holders`;
    const many = `${clients} clients`;
    return [
      holdCost(`${work}, ${many}`, pageCost, [name, plainCost], targets.cpu),
      holdCost(`${list}, ${many}`, listCost, [`node:http, ${text.length} bytes`, bareCost], targets.files),
      holdRatio(`peak memory after a restart, with ${work}`, peak, [name, plainPeak], targets.memory, {
        format: formatMiB,
      }),
    ];
  } finally {
    plain.stop();
    bare.stop();
    await service.stop('SIGKILL');
  }
}
