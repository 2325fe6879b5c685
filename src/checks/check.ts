import type { ChainClaim } from '../model/entry.js';
import type { JsonObject } from '../model/json.js';
import type { EndpointKind } from '../model/kind.js';
import type { Problem, RuleText } from '../model/rule.js';
import type { Conversation } from '../net/conversation.js';

/**
 * How one kind of endpoint is checked. A probe does I/O and says what it saw; a judge is a pure function from what was
 * seen and what the registry claims to problems.
 */
export interface CheckDefinition<Observation> extends EndpointKind {
  /** The texts of the rules that are this kind's own. */
  readonly rules: Readonly<Record<string, RuleText<never>>>;
  /** Loads the probe and the libraries that it stands on, so that a run pays only for the kinds that it dials. */
  readonly loadProbe: () => Promise<Probe<Observation>>;
  readonly judge: (seen: Observation, claim: ChainClaim | null, now: Date) => readonly Problem[];
  /** The report's facts; with null, the same members, each null. */
  readonly describe: (seen: Observation | null) => JsonObject;
}

/** One attempt at an endpoint. Never rejects for what an endpoint does. `attempt` is 1 at first; later ones may go more gently. */
export type Probe<Observation> = (conversation: Conversation, attempt: number) => Promise<Observation>;

/** What a probe saw, ready to be judged against the claims of each place where the endpoint is listed. */
export interface Observed {
  readonly facts: JsonObject;
  readonly judge: (claim: ChainClaim | null, now: Date) => readonly Problem[];
}

/** A check whose observation is its own affair. */
export interface Check extends EndpointKind {
  readonly rules: Readonly<Record<string, RuleText<never>>>;
  readonly noFacts: JsonObject;
  readonly loadProbe: () => Promise<Probe<Observed>>;
}

/** Makes a check of its definition. */
export function defineCheck<Observation>(definition: CheckDefinition<Observation>): Check {
  const { loadProbe, judge, describe, ...rest } = definition;
  return {
    ...rest,
    noFacts: describe(null),
    loadProbe: async () => {
      const probe = await loadProbe();
      return async (conversation, attempt) => {
        const seen = await probe(conversation, attempt);
        return { facts: describe(seen), judge: (claim, now) => judge(seen, claim, now) };
      };
    },
  };
}
