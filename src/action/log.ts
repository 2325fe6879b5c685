import * as core from '@actions/core';
import type { Report } from '../model/report.js';
import { groupBy } from '../model/group-by.js';
import { escapeTerminal } from '../reporters/escape.js';
import { renderAnnotations } from '../reporters/github.js';
import { renderBlocks, renderPrettySummary } from '../reporters/pretty.js';
import type { RenderOptions } from '../reporters/reporter.js';

/** Writes a report to the log of a workflow: a group for each chain, the annotations, the summary. */
export function logReport(report: Report, options: RenderOptions): void {
  const endpoints = groupBy(report.endpoints, ({ chain }) => chain);
  const chains = new Map(report.files.map(({ path, chain }) => [path, chain]));
  const groups = groupBy(renderBlocks(report, options), ({ path }) => chains.get(path ?? '') ?? path);
  for (const [chain, blocks] of groups) {
    const text = blocks.map((block) => block.text).join('\n');
    // Findings about the run as a whole are not folded away.
    if (chain === null) core.info(text);
    else {
      const counts = countVerdicts(endpoints.get(chain) ?? []);
      // Files without endpoints, such as the exclusion file, have no group.
      core.startGroup(`${escapeTerminal(chain)}${counts === '' ? '' : `: ${counts}`}`);
      core.info(text);
      core.endGroup();
    }
  }
  process.stdout.write(renderAnnotations(report, options));
  core.info(renderPrettySummary(report, options));
}

function countVerdicts(endpoints: Report['endpoints']): string {
  return [...groupBy(endpoints, ({ verdict }) => verdict)]
    .map(([verdict, { length }]) => `${length} ${verdict}`)
    .sort()
    .join(', ');
}
