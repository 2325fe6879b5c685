import type { Problem, Severity } from '../model/rule.js';
import type { Verdict } from '../model/report.js';
import { findSeverity, getRule } from './rule-catalogue.js';

/**
 * The verdict of a probed endpoint, from all problems of it and its entry. An error that is only a notice here, as on a chain that may not have
 * begun, proves nothing; one that is only a warning, since it was there before, decides nothing.
 */
export function chooseVerdict(
  problems: readonly (Problem & { readonly atMost?: Severity | null })[],
): Verdict {
  const errors = problems.filter((problem) => findSeverity(problem) === 'error');
  if (errors.some(({ atMost }) => (atMost ?? 'error') === 'error')) return 'fail';
  const isUnproved = errors.some(({ atMost }) => atMost === 'notice');
  const isOpen = isUnproved || problems.some((problem) => getRule(problem).inconclusive);
  return isOpen ? 'inconclusive' : 'pass';
}
