import { setTimeout as pause } from 'node:timers/promises';
import { contracts, createAddress } from '../support/events.js';
import { startModule } from '../support/process.js';
import { formatLoad, holdBesideAlone, readRetryAfter, type Load } from '../support/requests.js';
import { network } from '../support/registries.js';
import { holdersPath, token, tokens, type Setting } from './setting.js';
import type { Row } from '../table.js';

/** The waiting requests: how many for holders and for searches of logs, and over how many milliseconds they begin. */
const crowds = [
  {
    work: 'a holder walk and 300 log searches wait',
    walks: 1,
    searches: 300,
    spreadMs: 3_000,
    reason: 'the service shares two cores with all of them',
  },
  {
    work: '300 holder walks and 300 log searches wait that ask at the same moment, again and again',
    walks: 300,
    searches: 300,
    spreadMs: 0,
    reason: 'a request behind 600 others waits for them',
  },
];

/** The route `asset` while walks through holders and searches of logs wait for slow nodes, beside a bare server that gets as many requests in the same seconds. */
export async function measureIsolation(setting: Setting) {
  const rows = [];
  for (const crowd of crowds) rows.push(await measure(setting, crowd));
  return rows;
}

async function measure(
  setting: Setting,
  { work, walks, searches, spreadMs, reason }: (typeof crowds)[number],
): Promise<Row> {
  const { seconds, pageSize } = setting.size;
  const service = await setting.start();
  const bareServer = await startModule('static-server', { bytes: 500 });
  const startClients = (url: string) => startModule('asset-clients', { url, token, perSecond: 100 });
  const clients = await startClients(`${service.url}/v1/${network}/assets/ukava`);
  const bareClients = await startClients(bareServer.message.url);
  let [waiting, isOver] = [0, false];
  const statuses: Record<string, number> = {};
  /** Keeps one request open until the end. */
  const keepAsking = async (path: string, at: number) => {
    await pause((at / searches) * spreadMs);
    while (!isOver) {
      waiting += 1;
      const answer = await service.get(path, { token: tokens[at % tokens.length] }).catch(() => null);
      waiting -= 1;
      const status = String(answer?.status ?? 'no answer');
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (answer !== null) await pause(Math.min(2, readRetryAfter(answer) ?? 0) * 1_000 + 100);
    }
  };
  try {
    const alone = await clients.run<Load>(seconds);
    for (let at = 0; at < walks; at++)
      void keepAsking(holdersPath(`bench/${pageSize * 40}/waiting-${at}`), at);
    for (let at = 0; at < searches; at++) {
      const search = `address=${createAddress(`waiting ${at}`)}&contract_address=${contracts.sparse}&token_type=ERC20`;
      void keepAsking(`/v1/evm/${network}/account/transfer-event?${search}`, at);
    }
    await pause(2_000 + spreadMs);
    const open = waiting;
    const [meanwhile, bare] = await Promise.all([clients.run<Load>(seconds), bareClients.run<Load>(seconds)]);
    const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    return holdBesideAlone(`asset while ${work}`, meanwhile, alone, {
      ours: `${formatLoad(meanwhile)} (${open} open; ${answers.join(', ')})`,
      peer: `alone ${formatLoad(alone)}; node:http meanwhile ${formatLoad(bare)}`,
      reach: 'no 503, p99 <= 3 x alone',
      reason,
    });
  } finally {
    isOver = true;
    for (const started of [clients, bareClients, bareServer]) started.stop();
    await service.stop('SIGKILL');
  }
}
