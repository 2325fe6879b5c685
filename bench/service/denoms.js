import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readUsage } from '../support/http-servers.js';
import { network } from '../support/service-registry.js';
import { waitForAnswer } from './holders.js';
import { formatMs, measureBoth } from './rows.js';

/** @typedef {import('./setting.js').Setting} Setting */
/** @typedef {{ peakMiB: number, readyMs: number }} Figures */

const denoms = 10;
const targets = { peakMiB: 250, readyMs: 1_000 };

/**
 * Ten large denoms in one database: the most memory that the service takes for them, and how soon a restarted one answers from it.
 * @param {Setting} setting
 * @param {string | null} before
 * @returns {Promise<import('./rows.js').Row[]>}
 */
export async function measureDenoms(setting, before) {
  const { now, row } = await measureBoth(before, (checkout) => measure(setting, checkout));
  const holders = `${denoms} denoms of ${setting.size.holders.toLocaleString('en')} holders`;
  return [
    row(
      `the most resident memory while ${holders} are walked`,
      ({ peakMiB }) => `${peakMiB.toFixed(0)} MiB`,
      '',
      `<= ${targets.peakMiB} MiB`,
      now.peakMiB <= targets.peakMiB,
    ),
    row(
      `started again with ${holders}: the first page`,
      ({ readyMs }) => formatMs(readyMs),
      '',
      `<= ${targets.readyMs} ms`,
      now.readyMs <= targets.readyMs,
    ),
  ];
}

/** @param {Setting} setting @param {string} checkout @returns {Promise<Figures>} */
async function measure(setting, checkout) {
  const { holders } = setting.size;
  const database = join(setting.registry, 'denoms.sqlite');
  const paths = Array.from(
    { length: denoms },
    (_, at) => `/v1/${network}/holders?denom=${encodeURIComponent(`bench/${holders}/denom-${at}`)}`,
  );
  const service = await setting.start(checkout, database);
  try {
    for (const path of paths) {
      const { firstMs, last } = await waitForAnswer(service, path, holders);
      if (Number.isNaN(firstMs)) throw new Error(`a walk ended with ${last}`);
    }
    const { peakMiB } = readUsage(service.pid);
    await service.stop('SIGTERM');
    const startedAt = performance.now();
    const again = await setting.start(checkout, database);
    try {
      const { status } = await again.get(paths[0] ?? '');
      if (status !== 200) throw new Error(`answered ${status}`);
      return { peakMiB, readyMs: performance.now() - startedAt };
    } finally {
      await again.stop('SIGKILL');
    }
  } finally {
    await service.stop('SIGKILL');
    for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
  }
}
