import { contracts, createAddress, createEvents, sparseAccount } from '../support/events.js';
import { runProgram } from '../support/process.js';
import { waitForAnswer } from '../support/requests.js';
import { network } from '../support/registries.js';
import { formatCount, formatMs, holdRatio, type Row } from '../table.js';
import { token, tokens, type Setting, type Service } from './setting.js';

/** Accounts without a transfer, which are requested together. */
const emptyAccounts = Array.from({ length: 20 }, (_, at) => createAddress(`empty account ${at}`));
const search = { address: sparseAccount, 'contract-address': contracts.sparse, 'token-type': 'ERC20' };

/** The few transfers of an account in a long chain, by `query … --all`. */
export async function measureSearches(setting: Setting): Promise<Row[]> {
  const { blocks, blockLimit } = setting.size;
  const fewest = Math.ceil(blocks / blockLimit);
  // Each search takes 50 ms, and four run at once.
  const floorMs = (fewest / 4) * 50;
  const walk = await withService(setting, readAll);
  const together = await withService(setting, countTogether);
  const isRight =
    JSON.stringify(walk.blocks) === JSON.stringify(createEvents(blocks).sparseBlocks.toReversed());
  const holdSearches = (work: string, searches: number) =>
    holdRatio(work, searches, ['range / limit', fewest], 1.05, { format: formatCount });
  return [
    {
      work: `25 transfers in ${formatCount(blocks)} blocks, by --all`,
      ours: `${walk.blocks.length}${isRight ? '' : ' (WRONG)'}, ${formatMs(walk.wallMs)}`,
      peer: `the shortest that the node allows, ${formatMs(floorMs)}`,
      ratio: walk.wallMs / floorMs,
      reach: 'all 25',
      reached: isRight,
    },
    holdSearches('eth_getLogs for that', walk.searches),
    {
      work: 'of these at once, at most',
      ours: String(walk.atOnce),
      reach: '>= 4',
      reached: walk.atOnce >= 4,
    },
    {
      work: 'the account once more, and 20 without a transfer: the slowest answer',
      ours: `${formatMs(walk.laterMs)}, ${walk.laterSearches} eth_getLogs`,
      reach: '<= 50 ms, none',
      reached: walk.laterMs <= 50 && walk.laterSearches === 0,
    },
    holdSearches('eth_getLogs for 20 accounts without a transfer that are asked for together', together),
  ];
}

/** Calls a function with a service that has an empty database. */
async function withService<Result>(
  setting: Setting,
  use: (setting: Setting, service: Service) => Promise<Result>,
) {
  const service = await setting.start();
  await setting.readStats();
  try {
    return await use(setting, service);
  } finally {
    await service.stop('SIGKILL');
  }
}

const pathOf = (address: string) => {
  const query = Object.entries({ ...search, address }).map(
    ([name, value]) => `${name.replace('-', '_')}=${value}`,
  );
  return `/v1/evm/${network}/account/transfer-event?${query.join('&')}`;
};

/** The blocks that the client lists, and what answers that the service has found already take. */
async function readAll({ readStats }: Setting, service: Service) {
  const options = Object.entries(search).flatMap(([name, value]) => [`--${name}`, value]);
  const args = ['query', 'account-transfer-events', network, '--all', '--base-url', service.url, ...options];
  const { stdout, wallMs } = await runProgram(args, { env: { ENDPOINT_CHECK_TOKEN: token } });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const { calls, mostAtOnce } = await readStats();
  let laterMs = 0;
  for (const account of [sparseAccount, ...emptyAccounts]) {
    const { status, ms } = await service.get(pathOf(account));
    if (status !== 200) throw new Error(`a later walk answered ${status}`);
    laterMs = Math.max(laterMs, ms);
  }
  const later = await readStats();
  return {
    wallMs,
    laterMs,
    blocks: lines.map((line) => Number(JSON.parse(line).blockNumber)),
    searches: calls['eth_getLogs'] ?? 0,
    atOnce: mostAtOnce['eth_getLogs'] ?? 0,
    laterSearches: later.calls['eth_getLogs'] ?? 0,
  };
}

/** The calls for many accounts at once. */
async function countTogether({ readStats }: Setting, service: Service) {
  const asked = emptyAccounts.map((account, at) =>
    waitForAnswer(() => service.get(pathOf(account), { token: tokens[at % tokens.length] })),
  );
  await Promise.all(asked);
  return (await readStats()).calls['eth_getLogs'] ?? 0;
}
