import { Agent, request } from 'undici';
import { contracts, createEvents, sparseAccount } from '../support/events.js';
import { run } from '../support/process.js';
import { network } from '../support/service-registry.js';
import { formatMs } from './rows.js';
import { tokens } from './setting.js';

/** @typedef {import('./setting.js').Setting} Setting */
/** @typedef {{ wallMs: number, exitCode: number | null, blocks: readonly number[], isRight: boolean, searches: number, atOnce: number, error: string }} Figures */

const targets = { searches: 1.05, atOnce: 4 };

/**
 * The few transfers of an account in a long chain, by `query … --all`.
 * @param {Setting} setting
 * @param {string | null} before
 * @returns {Promise<import('./rows.js').Row[]>}
 */
export async function measureSearches(setting, before) {
  const { blocks, blockLimit } = setting.size;
  const fewest = Math.ceil(blocks / blockLimit);
  const floorMs = await searchBarely(setting, fewest);
  const now = await measure(setting, '.');
  const then = before === null ? null : await measure(setting, before);
  /** @param {(figures: Figures) => string} format */
  const beside = (format) => ({ now: format(now), before: then === null ? '–' : format(then) });
  return [
    {
      what: `25 transfers in ${blocks.toLocaleString('en')} blocks, by --all`,
      ...beside(
        ({ blocks: found, exitCode, wallMs, isRight, error }) =>
          `${found.length}${isRight ? '' : ' (WRONG)'}, exit ${exitCode}, ${formatMs(wallMs)}${error === '' ? '' : `, ${error}`}`,
      ),
      floor: `${formatMs(floorMs)}, 4 at once`,
      target: 'all 25, exit 0',
      reached: now.isRight && now.exitCode === 0,
    },
    {
      what: 'eth_getLogs for that',
      ...beside(({ searches }) => `${searches} (${(searches / fewest).toFixed(2)} x)`),
      floor: `${fewest}, range / limit`,
      target: `<= ${targets.searches} x range / limit`,
      reached: now.isRight && now.searches <= targets.searches * fewest,
    },
    {
      what: 'of these at once, at most',
      ...beside(({ atOnce }) => String(atOnce)),
      floor: '',
      target: `>= ${targets.atOnce}`,
      reached: now.atOnce >= targets.atOnce,
    },
  ];
}

/**
 * @param {Setting} setting
 * @param {string} checkout
 * @returns {Promise<Figures>}
 */
async function measure(setting, checkout) {
  const service = await setting.start(checkout);
  setting.evm.resetStats();
  const args = ['query', 'account-transfer-events', network, '--all', '--base-url', service.url];
  const search = [
    '--address',
    sparseAccount,
    '--contract-address',
    contracts.sparse,
    '--token-type',
    'ERC20',
  ];
  try {
    const ended = await run(process.execPath, [`${checkout}/bin/endpoint-check.js`, ...args, ...search], {
      env: { ENDPOINT_CHECK_TOKEN: tokens[0] ?? '' },
    });
    const found = ended.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(JSON.parse(line).blockNumber));
    const expected = createEvents(setting.size.blocks).sparseBlocks.toReversed();
    const { calls, mostAtOnce } = await setting.evm.readStats();
    return {
      wallMs: ended.wallMs,
      exitCode: ended.exitCode,
      blocks: found,
      isRight: JSON.stringify(found) === JSON.stringify(expected),
      searches: calls['eth_getLogs'] ?? 0,
      atOnce: mostAtOnce['eth_getLogs'] ?? 0,
      error: ended.stderr.trim().split('\n')[0]?.slice(0, 100) ?? '',
    };
  } finally {
    await service.stop('SIGKILL');
  }
}

/**
 * A bare loop of the fewest searches there can be, four at once. The time in milliseconds.
 * @param {Setting} setting
 * @param {number} count
 */
async function searchBarely({ evm, authority, size: { blockLimit } }, count) {
  const dispatcher = new Agent({ connect: { ca: authority } });
  const startedAt = performance.now();
  let next = 0;
  const work = async () => {
    for (let at = next++; at < count; at = next++) {
      const [from, to] = [at * blockLimit, (at + 1) * blockLimit - 1].map(
        (block) => `0x${block.toString(16)}`,
      );
      const params = [{ fromBlock: from, toBlock: to, address: contracts.sparse }];
      const { body } = await request(`https://127.0.0.1:${evm.port}`, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: at, method: 'eth_getLogs', params }),
      });
      await body.text();
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return performance.now() - startedAt;
}
