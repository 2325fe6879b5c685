import type { ChalkInstance } from 'chalk';
import type { Report } from '../model/report.js';

/**
 * The last lines: the verdicts apart, then what was looked at, then the findings. `hidden` counts the findings that were not
 * shown above.
 */
export function renderSummary(
  { summary, endpoints: listed, findings, durationMs }: Report,
  chalk: ChalkInstance,
  hidden = 0,
): string {
  const { passed, failed, inconclusive, skipped, endpoints, files, errors, warnings, notices } = summary;
  const wrong = new Set(
    findings.filter(({ severity }) => severity === 'error').map(({ endpoint }) => endpoint),
  );
  const malformed = listed.filter(({ verdict }, index) => verdict === 'skipped' && wrong.has(index)).length;
  const verdicts = [
    failed > 0 ? chalk.red(`${failed} failed`) : null,
    malformed > 0 ? chalk.red(`${malformed} skipped as malformed`) : null,
    inconclusive > 0 ? chalk.yellow(`${inconclusive} inconclusive`) : null,
    skipped > malformed ? chalk.dim(`${skipped - malformed} skipped`) : null,
    passed > 0 ? chalk.green(`${passed} passed`) : null,
  ];
  const counted = verdicts.filter((part) => part !== null).join(', ') || 'no endpoints';
  const looked = `${amount(endpoints, 'endpoint')}${files > 0 ? ` in ${amount(files, 'file')}` : ''}`;
  const found = [amount(errors, 'error'), amount(warnings, 'warning'), amount(notices, 'notice')].join(', ');
  const more = hidden > 0 ? ` (${hidden} more with --verbose)` : '';
  return `${counted} (${looked}, ${(durationMs / 1_000).toFixed(1)} s)\n${chalk.dim(found + more)}\n`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
