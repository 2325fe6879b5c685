import type { Rule } from '../model/rule.js';
import { rules as wordedRules } from './rule-catalogue.js';

/** Every rule that a finding may be of. */
export const rules: readonly Rule[] = wordedRules.map(
  ({ code, severity, inconclusive, transient, fixable, summary, explanation }) => ({
    code,
    severity,
    ...(inconclusive === undefined ? {} : { inconclusive }),
    ...(transient === undefined ? {} : { transient }),
    ...(fixable === undefined ? {} : { fixable }),
    summary,
    explanation,
  }),
);
