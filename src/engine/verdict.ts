import type { Problem } from '../model/rule.js';
import type { Verdict } from '../model/report.js';
import { getRule } from './rule-catalogue.js';

/** The verdict of an endpoint that was probed, from all that is wrong with it and its entry. */
export function chooseVerdict(problems: readonly Problem[]): Verdict {
  const broken = problems.map(getRule);
  if (broken.some(({ severity }) => severity === 'error')) return 'fail';
  return broken.some(({ inconclusive }) => inconclusive) ? 'inconclusive' : 'pass';
}
