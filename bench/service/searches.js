import { Agent, request } from 'undici';
import { setTimeout as pause } from 'node:timers/promises';
import { contracts, createAddress, createEvents, sparseAccount } from '../support/events.js';
import { run } from '../support/process.js';
import { readRetryAfter } from '../support/requests.js';
import { network } from '../support/service-registry.js';
import { formatMs, measureBoth } from './rows.js';
import { tokens } from './setting.js';

/** @typedef {import('./setting.js').Setting} Setting */
/** @typedef {import('./setting.js').Service} Service */
/**
 * @typedef {{ wallMs: number, exitCode: number | null, blocks: readonly number[], isRight: boolean, searches: number, atOnce: number, error: string }} Walk
 * @typedef {Walk & { laterMs: number, laterSearches: number, together: number }} Figures
 */

const targets = { searches: 1.05, atOnce: 4, laterMs: 50 };
/** Accounts without a transfer, which are requested together. */
const emptyAccounts = Array.from({ length: 20 }, (_, at) => createAddress(`empty account ${at}`));

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
  const { now, row } = await measureBoth(before, (checkout) => measure(setting, checkout));
  return [
    row(
      `25 transfers in ${blocks.toLocaleString('en')} blocks, by --all`,
      ({ blocks: found, exitCode, wallMs, isRight, error }) =>
        `${found.length}${isRight ? '' : ' (WRONG)'}, exit ${exitCode}, ${formatMs(wallMs)}${error === '' ? '' : `, ${error}`}`,
      `${formatMs(floorMs)}, 4 at once`,
      'all 25, exit 0',
      now.isRight && now.exitCode === 0,
    ),
    row(
      'eth_getLogs for that',
      ({ searches }) => `${searches} (${(searches / fewest).toFixed(2)} x)`,
      `${fewest}, range / limit`,
      `<= ${targets.searches} x range / limit`,
      now.isRight && now.searches <= targets.searches * fewest,
    ),
    row(
      'of these at once, at most',
      ({ atOnce }) => String(atOnce),
      '',
      `>= ${targets.atOnce}`,
      now.atOnce >= targets.atOnce,
    ),
    row(
      'the account once more, and 20 without a transfer: the slowest answer',
      ({ laterMs, laterSearches }) => `${formatMs(laterMs)}, ${laterSearches} eth_getLogs`,
      '',
      `<= ${targets.laterMs} ms, none`,
      now.laterMs <= targets.laterMs && now.laterSearches === 0,
    ),
    row(
      'eth_getLogs for 20 accounts without a transfer that are asked for together',
      ({ together }) => `${together} (${(together / fewest).toFixed(2)} x)`,
      `${fewest}, range / limit`,
      `<= ${targets.searches} x that of one`,
      now.together <= targets.searches * fewest,
    ),
  ];
}

/**
 * @param {Setting} setting
 * @param {string} checkout
 * @returns {Promise<Figures>}
 */
async function measure(setting, checkout) {
  const service = await setting.start(checkout);
  try {
    const first = await readAll(setting, checkout, service);
    setting.evm.resetStats();
    const answers = [];
    for (const account of [sparseAccount, ...emptyAccounts]) answers.push(await service.get(pathOf(account)));
    const wrong = answers.filter(({ status }) => status !== 200);
    if (wrong.length > 0) throw new Error(`a later walk answered ${wrong[0]?.status}`);
    const { calls } = await setting.evm.readStats();
    const laterMs = Math.max(...answers.map(({ ms }) => ms));
    const together = await countTogether(setting, checkout);
    return { ...first, laterMs, laterSearches: calls['eth_getLogs'] ?? 0, together };
  } finally {
    await service.stop('SIGKILL');
  }
}

/** @param {string} account */
const pathOf = (account) =>
  `/v1/evm/${network}/account/transfer-event?address=${account}&contract_address=${contracts.sparse}&token_type=ERC20`;

/** The calls for many accounts at once, by a service with an empty database. @param {Setting} setting @param {string} checkout */
async function countTogether(setting, checkout) {
  const service = await setting.start(checkout);
  setting.evm.resetStats();
  try {
    await Promise.all(
      emptyAccounts.map(async (account, at) => {
        for (;;) {
          const answer = await service.get(pathOf(account), { token: tokens[at % tokens.length] });
          if (answer.status === 200) return;
          if (answer.status !== 503) throw new Error(`answered ${answer.status}`);
          await pause((readRetryAfter(answer) ?? 1) * 1_000);
        }
      }),
    );
    const { calls } = await setting.evm.readStats();
    return calls['eth_getLogs'] ?? 0;
  } finally {
    await service.stop('SIGKILL');
  }
}

/**
 * @param {Setting} setting
 * @param {string} checkout
 * @param {Service} service
 * @returns {Promise<Walk>}
 */
async function readAll(setting, checkout, service) {
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
}

/**
 * A bare loop of the fewest possible searches, four at once. The time in milliseconds.
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
