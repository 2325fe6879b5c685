// A year of nightly runs of a registry as large as cosmos/chain-registry: the size of its history, and what another run adds to it.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript } from '../scripts/import-typescript.js';
import { measureInTurn, median } from './pairs.js';
import { inDirectory, runTool } from './support/process.js';
import { formatMs, describeFigure } from './table.js';

/** Entries of cosmos/chain-registry in August 2026. */
const size = 5_454;
const runs = 365;
const work = `history of ${size.toLocaleString('en')} endpoints, ${runs} runs`;
const firstNight = Date.parse('2026-01-01T02:00:00Z');

/** @typedef {import('../src/model/report.js').Report} Report */

/** @returns {Promise<import('./table.js').Row[]>} */
export async function measureHistory() {
  return inDirectory(async (directory) => {
    const [report, history] = [join(directory, 'report.json'), join(directory, 'history.jsonl')];
    const empty = await createReport(directory);
    const before = await live(empty, history);
    writeFileSync(report, JSON.stringify(createNight(empty, runs)));
    const merge = ['merge', report, '--reporter', `json=${join(directory, 'merged.json')}`];
    /** @type {number[]} */
    const memory = [];
    const { plain = [], recorded = [] } = await measureInTurn(
      {
        plain: async () => (await runTool(merge)).wallMs,
        recorded: async () => {
          writeFileSync(history, before);
          const { wallMs, rssMb, stderr } = await runTool([...merge, '--history', history]);
          if (stderr.includes('not recorded')) throw new Error(stderr);
          memory.push(rssMb);
          return wallMs;
        },
      },
      7,
    );
    const addedMs = median(recorded) - median(plain);
    const sizeMb = statSync(history).size / 1e6;
    const rssMb = median(memory);
    return [
      describeFigure(work, `${sizeMb.toFixed(1)} MB`, '<= 6 MB', sizeMb <= 6),
      describeFigure(
        `${work}: another run`,
        `${formatMs(median(recorded))} (merge)`,
        'at most 500 ms above',
        addedMs <= 500,
        {
          peer: `merge without a history: ${formatMs(median(plain))}`,
          ratio: median(recorded) / median(plain),
        },
      ),
      describeFigure(`${work}: another run`, `${rssMb.toFixed(0)} MB resident`, '<= 150 MB', rssMb <= 150),
    ];
  });
}

/**
 * A valid report of as many endpoints, none of them probed.
 * @param {string} directory
 * @returns {Promise<Report>}
 */
async function createReport(directory) {
  const registry = join(directory, 'registry');
  const perChain = 27;
  for (let chain = 0; chain * perChain < size; chain++) {
    const count = Math.min(perChain, size - chain * perChain);
    const rpc = Array.from({ length: count }, (_, index) => ({
      address: `https://chain${chain}-rpc.provider${index}.example.com`,
      provider: `Provider ${index}`,
    }));
    mkdirSync(join(registry, `chain${chain}`), { recursive: true });
    const content = {
      chain_name: `chain${chain}`,
      status: 'live',
      chain_id: `chain-${chain}`,
      apis: { rpc },
    };
    writeFileSync(join(registry, `chain${chain}`, 'chain.json'), JSON.stringify(content));
  }
  const file = join(directory, 'empty.json');
  await runTool(['check', registry, '--no-network', '--reporter', `json=${file}`]);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * The results of a night: of each 20 endpoints 6 are dead, one fails on some nights, one is limited on some, and the rest pass.
 * @param {Report} empty
 * @param {number} night
 * @returns {Report}
 */
function createNight(empty, night) {
  /** @type {import('../src/model/finding.js').Finding[]} */
  const findings = [];
  const endpoints = empty.endpoints.map((endpoint, index) => {
    const lot = index % 20;
    const isOdd = (index * 7 + night * 13) % 5 === 0;
    /** @type {import('../src/model/report.js').Verdict} */
    const verdict = lot < 6 || (lot === 6 && isOdd) ? 'fail' : lot === 7 && isOdd ? 'inconclusive' : 'pass';
    if (verdict !== 'pass') {
      const rule =
        verdict === 'inconclusive'
          ? 'net/rate-limited'
          : lot < 6
            ? 'net/dns-not-found'
            : 'http/upstream-down';
      const { file, pointer, line, column } = endpoint;
      findings.push({
        rule,
        severity: verdict === 'fail' ? 'error' : 'notice',
        message: 'a sentence about it that is as long as most are',
        hint: 'and what to do about it',
        fix: null,
        ...{ file, pointer, line, column, endLine: line, endColumn: column },
        endpoint: index,
        baselineState: null,
        data: {},
      });
    }
    return { ...endpoint, verdict, attempts: 1, durationMs: 150 };
  });
  return {
    ...empty,
    startedAt: new Date(firstNight + night * 86_400_000).toISOString(),
    endpoints,
    findings,
  };
}

/**
 * Writes the history of all nights but the last; resolves to its content.
 * @param {Report} empty
 * @param {string} path
 */
async function live(empty, path) {
  const { recordRun } = await importTypeScript('src/history/record-run.ts');
  const { readHistoryFile } = await importTypeScript('src/history/history-file.ts');
  for (let night = 0; night < runs; night++) {
    const { reason } = recordRun(readHistoryFile(path, '/'), createNight(empty, night));
    if (reason !== null) throw new Error(`night ${night} is not recorded: ${reason}`);
  }
  return readFileSync(path);
}
