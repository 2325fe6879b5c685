// A year of nightly runs of a registry as large as cosmos/chain-registry: the size of its history, and what another run adds to it.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFiles } from '../scripts/temporary-files.js';
import { readHistoryFile } from '../src/history/history-file.js';
import { recordRun } from '../src/history/record-run.js';
import type { Finding } from '../src/model/finding.js';
import type { Report, Verdict } from '../src/model/report.js';
import { finding } from '../test/support/report-samples.js';
import {
  formatCount,
  formatMs,
  holdLimit,
  holdMemory,
  measureInTurn,
  median,
  type Options,
  type Row,
} from './table.js';
import { size } from './support/distant-nodes.js';
import { runTool } from './support/process.js';
import { writeRegistry } from './support/registries.js';

const perChain = 27;
const firstNight = Date.parse('2026-01-01T02:00:00Z');

export function measureHistory({ quick }: Options): Promise<Row[]> {
  const [count, nights] = quick ? [500, 30] : [size, 365];
  const work = `history of ${formatCount(count)} endpoints, ${nights} runs`;
  return withFiles([], async (directory) => {
    const empty = await createReport(directory, count);
    const history = join(directory, 'history.jsonl');
    const before = live(empty, history, nights);
    const report = join(directory, 'report.json');
    writeFileSync(report, JSON.stringify(createNight(empty, nights)));
    const merge = ['merge', report, '--reporter', `json=${join(directory, 'merged.json')}`];
    const { plain, recorded } = await measureInTurn(
      {
        plain: () => runTool(merge),
        recorded: async () => {
          writeFileSync(history, before);
          const ended = await runTool([...merge, '--history', history]);
          if (ended.stderr.includes('not recorded')) throw new Error(ended.stderr);
          return ended;
        },
      },
      quick ? 1 : 7,
    );
    const [plainMs = 0, recordedMs = 0] = [plain, recorded].map((runs) =>
      median(runs.map(({ wallMs }) => wallMs)),
    );
    const sizeMb = statSync(history).size / 1e6;
    return [
      holdLimit(work, sizeMb, 6, (mb) => `${mb.toFixed(1)} MB`),
      {
        work: `${work}: another run`,
        ours: `${formatMs(recordedMs)} (merge)`,
        peer: `merge without a history: ${formatMs(plainMs)}`,
        ratio: recordedMs / plainMs,
        reach: 'at most 500 ms above',
        reached: recordedMs - plainMs <= 500,
      },
      holdMemory(`${work}: another run`, recorded, 150),
    ];
  });
}

/** A valid report of so many endpoints, none of them probed. */
async function createReport(directory: string, count: number): Promise<Report> {
  const entries = Array.from({ length: count }, (_, index) => {
    const host = `chain${Math.floor(index / perChain)}-rpc.provider${index % perChain}.example.com`;
    return { kind: 'evm', url: `https://${host}` };
  });
  await writeRegistry(join(directory, 'registry'), entries, perChain);
  const args = ['check', join(directory, 'registry'), '--no-network', '--reporter', 'json'];
  return JSON.parse((await runTool(args)).stdout);
}

/** The results of a night: of each 20 endpoints 6 are dead, one fails on some nights, one is limited on some, and the rest pass. */
function createNight(empty: Report, night: number): Report {
  const findings: Finding[] = [];
  const endpoints = empty.endpoints.map((endpoint, index) => {
    const lot = index % 20;
    const isOdd = (index * 7 + night * 13) % 5 === 0;
    const rare = { 6: 'http/upstream-down', 7: 'net/rate-limited' }[lot] ?? null;
    const rule = lot < 6 ? 'net/dns-not-found' : isOdd ? rare : null;
    const isLimited = rule === 'net/rate-limited';
    if (rule !== null) {
      const { file, pointer, line, column } = endpoint;
      const place = { file, pointer, line, column, endLine: line, endColumn: column };
      findings.push(finding({ rule, severity: isLimited ? 'notice' : 'error', endpoint: index, ...place }));
    }
    const verdict: Verdict = rule === null ? 'pass' : isLimited ? 'inconclusive' : 'fail';
    return { ...endpoint, verdict, attempts: 1, durationMs: 150 };
  });
  return {
    ...empty,
    startedAt: new Date(firstNight + night * 86_400_000).toISOString(),
    endpoints,
    findings,
  };
}

/** Writes the history of all nights but the last; resolves to its content. */
function live(empty: Report, path: string, nights: number) {
  for (let night = 0; night < nights; night++) {
    const file = readHistoryFile(path, '/');
    if (typeof file === 'string') throw new Error(file);
    const { reason } = recordRun(file, createNight(empty, night));
    if (reason !== null) throw new Error(`night ${night} is not recorded: ${reason}`);
  }
  return readFileSync(path);
}
