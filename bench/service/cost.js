import { startModule } from '../support/process.js';
import { createRandom } from '../support/random.js';
import { waitForAnswer } from '../support/requests.js';
import { holdCost, loadInTurn } from './load.js';
import { holdersPath } from './setting.js';

const [holders, pageSize, clients] = [20_000, 100, 20];
const limit = 3;

/**
 * Processor time of a page of a hundred holders, beside a bare server that sends as many bytes to the same client over persistent connections.
 * @param {import('./setting.js').Setting} setting
 */
export async function measureCost(setting) {
  const service = await setting.start();
  const path = `${holdersPath(`bench/${holders}/cost`)}&limit=${pageSize}`;
  const random = createRandom(3);
  await waitForAnswer(() => service.get(path));
  const bytes = Buffer.byteLength((await service.get(path)).text);
  const floor = await startModule('static-server', { bytes });
  try {
    const [bare, same, any] = await loadInTurn(
      [
        { server: floor.message, makePath: () => '/' },
        { server: service, makePath: () => path },
        { server: service, makePath: () => `${path}&offset=${random(holders - pageSize)}` },
      ],
      { clients, seconds: setting.size.seconds },
    );
    const work = `a page of ${pageSize} holders`;
    const reason = 'without a request in the last second, it is parsed, found and put together';
    /** @type {readonly [string, typeof bare]} */
    const peer = ['node:http with the same bytes', bare];
    return [
      holdCost(`${work}, the same one`, same, peer, limit, reason),
      holdCost(`${work}, any one`, any, peer, limit, reason),
    ];
  } finally {
    floor.stop();
    await service.stop('SIGKILL');
  }
}
