import type { Failure } from './failure.js';
import type { InFamily, ProblemOf, RuleSet } from './rule.js';

/** Adds the family to a problem whose code has none; a failure has a family already. */
export function addFamily<Family extends string, Data>(
  family: Family,
  problem: ProblemOf<Data> | Failure,
): ProblemOf<InFamily<Family, Data>> | Failure {
  const { code, data } = problem;
  // The compiler does not follow a code that is put together to the data that belongs to it.
  return (code.includes('/') ? problem : { code: `${family}/${code}`, data }) as ReturnType<
    typeof addFamily<Family, Data>
  >;
}

/** The rules of a family, from texts by codes without one. */
export function rulesInFamily<Family extends string, Data>(
  family: Family,
  texts: RuleSet<Data>,
): RuleSet<InFamily<Family, Data>> {
  const rules = Object.entries(texts).map(([name, text]) => [`${family}/${name}`, text] as const);
  return Object.fromEntries(rules) as RuleSet<InFamily<Family, Data>>;
}
