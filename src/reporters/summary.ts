import type { ChalkInstance } from 'chalk';
import type { Report } from '../model/report.js';

/** The last line: the verdicts apart, then what was looked at, then the findings. */
export function renderSummary({ summary, durationMs }: Report, chalk: ChalkInstance): string {
  const { passed, failed, inconclusive, skipped, endpoints, files, errors, warnings, notices } = summary;
  const verdicts = [
    failed > 0 ? chalk.red(`${failed} failed`) : null,
    inconclusive > 0 ? chalk.yellow(`${inconclusive} inconclusive`) : null,
    skipped > 0 ? chalk.dim(`${skipped} skipped`) : null,
    passed > 0 ? chalk.green(`${passed} passed`) : null,
  ];
  const counted = verdicts.filter((part) => part !== null).join(', ') || 'nothing to check';
  const looked = `${amount(endpoints, 'endpoint')}${files > 0 ? ` in ${amount(files, 'file')}` : ''}`;
  const found = [amount(errors, 'error'), amount(warnings, 'warning'), amount(notices, 'notice')].join(', ');
  return `${counted} (${looked}, ${(durationMs / 1_000).toFixed(1)} s)\n${chalk.dim(found)}\n`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
