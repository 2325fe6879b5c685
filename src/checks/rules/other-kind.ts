import type { ServiceKind } from '../../model/failure.js';
import type { RuleText } from '../../model/rule.js';
import { kinds } from '../kinds.generated.js';

export type OtherKindData = { readonly kind: ServiceKind };

const services = { ...kinds, web: { noun: 'a web site', listing: 'check the host and the port' } };

/** The rule of a kind: its name, where nodes serve it, and the kind that the sample finds instead. */
export function createOtherKindRule(
  listedAs: string,
  whereServed: string,
  sample: ServiceKind,
): RuleText<OtherKindData> {
  return {
    severity: 'error',
    summary: 'the endpoint is of another kind',
    explanation: 'It answers as another service of a node, or as a web site: the port or path is wrong.',
    sample: { kind: sample },
    message: ({ kind }) => `this is ${services[kind].noun}, not ${listedAs}`,
    hint: ({ kind }) => `${services[kind].listing}; ${whereServed}`,
  };
}
