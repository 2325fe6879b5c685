import type { ChainClaim, Target } from '../model/entry.js';
import type { JsonObject } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import type { AnyRuleText, Problem, RuleProblem } from '../model/rule.js';
import type { ProbeContext } from '../net/probe-context.js';

/** How one kind of endpoint is checked. A probe does I/O and returns what it observed; judges are pure functions from that to problems. */
export interface CheckDefinition<Observed> extends KindDefinition {
  /** What an endpoint of this kind is called in a sentence, with its article. */
  readonly noun: string;
  /** How to list an endpoint that is listed as another kind, as an imperative. */
  readonly listing: string;
  /** How nodes bind it, in parentheses, for the hint if nothing listens; none by default. */
  readonly bindHint?: string;
  /** How to fix an HTTP error, by its status, or `all`; what all kinds have in common by default. */
  readonly statusHints?: Readonly<Record<string, string>>;
  /** By what an endpoint shows that it is of this kind, whatever it is listed as; for kinds over JSON-RPC, none by default. */
  readonly sign?: Sign;
  readonly rules: Readonly<Record<string, AnyRuleText>>;
  /** Loads the module of the probe and the libraries that it needs, so that a run pays only for the kinds that it probes. */
  readonly loadProbe: () => Promise<{ readonly probe: ProbeOf<Observed> }>;
  /** The problems of the endpoint, whatever chain it should serve. */
  readonly judge: (observation: Observed, now: Date, target: Target) => readonly RuleProblem[];
  /** The problems of an endpoint that should serve a claimed chain. The parts of the observation that it references stay in memory for the run. */
  readonly judgeClaim: (observation: Observed) => JudgeClaim;
  /** The report's facts; with null, the same fields, each null. */
  readonly describe: (observation: Observed | null) => JsonObject;
}

export type JudgeClaim = (claim: ChainClaim) => readonly RuleProblem[];

/** One attempt at an endpoint. Never rejects for what an endpoint does. `attempt` is 1 at first; later ones may go more gently. */
export type ProbeOf<Observed> = (context: ProbeContext, attempt: number) => Promise<Observed>;

export type Probe = ProbeOf<Observation>;

/** The judged observation of a probe. An endpoint that is listed several times is compared with the claim of each place. */
export interface Observation {
  readonly facts: JsonObject;
  readonly problems: readonly Problem[];
  readonly judgeClaim: JudgeClaim;
}

/** A call of JSON-RPC without parameters that only nodes of a kind answer, and the expression that their results fit, which are strings. */
export interface Sign {
  readonly method: string;
  readonly result: string;
}

/** What the rest of the program knows of a kind: `kinds.generated.ts` holds it, so that the kinds need not be imported. */
export type KindFacts = Pick<
  CheckDefinition<never>,
  'idFamily' | 'isWebSocket' | 'noun' | 'listing' | 'bindHint' | 'statusHints' | 'sign'
>;

export interface Check extends KindDefinition, KindFacts {
  readonly rules: Readonly<Record<string, AnyRuleText>>;
  readonly noFacts: JsonObject;
  readonly loadProbe: () => Promise<Probe>;
}

export function defineCheck<Observed>(definition: CheckDefinition<Observed>): Check {
  const { loadProbe, judge, judgeClaim, describe, ...facts } = definition;
  const { kind } = facts;
  return {
    ...facts,
    noFacts: describe(null),
    loadProbe: async () => {
      const { probe } = await loadProbe();
      return async (context, attempt) => {
        const observation = await probe(context, attempt);
        return {
          facts: describe(observation),
          problems: judge(observation, new Date(), context.target).map((problem) =>
            ofKind.includes(problem.code) ? { ...problem, data: { ...problem.data, kind } } : problem,
          ),
          judgeClaim: judgeClaim(observation),
        };
      };
    },
  };
}

/** Failures whose usual cause depends on the kind. */
const ofKind: readonly string[] = ['net/refused', 'http/forbidden', 'http/upstream-down'];
