import { formatAmount } from '../../model/amount.js';
import type { DeadEntry, DeadReport, DownEntry } from '../../history/dead-report.js';
import { describeEntry } from '../describe-entry.js';
import { defuseRunnerCommands, escapeMessage, escapeTerminal } from '../escape.js';
import { joinPath } from '../findings.js';
import type { DeadRenderOptions } from './dead-markdown.js';
import {
  blockersText,
  describeDeadLimits,
  listControls,
  listTexts,
  readEvidence,
  withdrawnText,
} from './evidence.js';

/** Renders dead, blocking, withdrawn and excluded entries and whole chains for a terminal: a line for each entry, and its evidence below. */
export function renderDeadPretty(report: DeadReport, options: DeadRenderOptions): string {
  const { dead, blockers, withdrawn, deadChains, excluded, limits } = report;
  const { pathPrefix, histories } = options;
  const renderEntry = (down: DownEntry, sign = '') => [
    `  ${escapeTerminal(describeEntry(down.entry, pathPrefix))}`,
    ...listTexts(down, (line) => `    ${sign}${escapeMessage(describeEvidence(line, limits))}`),
    histories > 1
      ? `    at least ${formatAmount(down.othersUp, 'other was', 'others were')} up in the same runs`
      : `    ${formatAmount(down.othersUp, 'other was', 'others were')} up in the same run`,
  ];
  const renderDead = (dead: DeadEntry) => renderEntry(dead, `${dead.sign}, `);
  const blocks = [
    [`${dead.length} dead: ${describeDeadLimits(limits, histories)}`, ...dead.flatMap(renderDead)],
    [`${blockers.length} may block this machine: ${blockersText}`, ...blockers.flatMap(renderDead)],
    [
      `${formatAmount(deadChains.length, 'chain')} whose entries are all dead: remove --dead --mark-killed marks them`,
      ...deadChains.map(({ chain, files, entries }) => {
        const paths = files.map((file) => joinPath(pathPrefix, file)).join(', ');
        return `  ${escapeMessage(`${chain}: ${formatAmount(entries.length, 'endpoint')} in ${paths}`)}`;
      }),
    ],
    [
      `${withdrawn.length} withdrawn: ${withdrawnText}`,
      ...withdrawn.flatMap((withdrawnEntry) => [
        ...renderEntry(withdrawnEntry),
        ...listControls(withdrawnEntry, ({ entry }) => escapeTerminal(describeEntry(entry, pathPrefix))).map(
          (control) => `    up: ${control}`,
        ),
      ]),
    ],
    [
      `${excluded.length} excluded by choice`,
      ...excluded.flatMap((entry) => [...renderEntry(entry), `    ${escapeMessage(entry.reason)}`]),
    ],
  ];
  const shown = blocks.filter((lines) => lines.length > 1);
  const nothing = withdrawn.length === 0 ? 'nothing is dead or withdrawn' : 'nothing is dead';
  const text = dead.length === 0 ? [[nothing], ...shown] : shown;
  return defuseRunnerCommands(`${text.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

function describeEvidence(line: DownEntry['lines'][number], limits: DeadReport['limits']): string {
  const { runs, days, since, rules, lastPass } = readEvidence(line, limits);
  const last = lastPass === null ? 'never up' : `last up ${lastPass}`;
  return `${formatAmount(runs, 'run')} over ${formatAmount(days, 'day')} since ${since}: ${rules.join(', ')}; ${last}`;
}
