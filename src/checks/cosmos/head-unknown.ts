import type { Problem, RuleText } from '../../model/rule.js';
import { describeBriefly } from '../rules/describe-briefly.js';

/** Data of the rule for a newest block that was requested and is not known. */
export type HeadUnknownData = { readonly detail: string };

/** The notice that the newest block is not known, and why; none if a rate limit withheld it, which says nothing about the node. Pure. */
export function judgeUnknownHead(kind: string, problem: Problem): Problem[] {
  if (problem.code === 'net/rate-limited') return [];
  return [{ code: `${kind}/head-unknown`, data: { detail: describeBriefly(problem) } }];
}

/** The wording of the rule for a kind; `paths` is what a proxy must let through. */
export function createHeadRule(paths: string): RuleText<HeadUnknownData> {
  return {
    severity: 'notice',
    summary: 'the newest block could not be read',
    explanation:
      'The node answers, but not with this block, or the block is larger than what a check reads, as blocks of ' +
      'Celestia and Osmosis can be. Whether the node keeps up is not known.',
    sample: { detail: 'HTTP 403' },
    message: ({ detail }) =>
      `the newest block was not read (${detail}), so its height and time are not known`,
    hint: () =>
      `run the check again; if it stays so, check the log of the node, and let ${paths} through the proxy`,
  };
}
