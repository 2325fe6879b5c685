import type { ServiceKind } from '../../model/failure.js';
import { kinds } from '../kinds.generated.js';

/** The data of a rule for an endpoint that is listed as one kind and is another. */
export type OtherKindData = { readonly kind: ServiceKind };

const services = { ...kinds, web: { noun: 'a web site', listing: 'check the host and the port' } };

/** What the endpoint is, and what it is not. */
export function describeOtherKind({ kind }: OtherKindData, listedAs: string): string {
  return `this is ${services[kind].noun}, not ${listedAs}`;
}

/** Where to list it, and what to list in its place. */
export function hintForOtherKind({ kind }: OtherKindData, whereServed: string): string {
  return `${services[kind].listing}; ${whereServed}`;
}
