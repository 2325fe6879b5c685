import type { Place } from './place.js';

/** What to dial: read from an entry's url, so that whatever is in here is well formed. */
export interface Target {
  /** Host name in lower case (ASCII, without a final dot) or IP address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query as they are sent; empty where the kind has none. */
  readonly path: string;
  /** False only for plain http, which is dialled for local testing alone. */
  readonly secure: boolean;
}

/** The chain that a registry file says it lists, in the words of the file. */
export interface ChainClaim {
  readonly chainId: string;
  /** The member that says so. */
  readonly member: string;
}

/** One `{provider, url}` of a registry file, or one url of the command line. */
export interface Entry {
  readonly chain: string | null;
  readonly kind: string;
  /** The entry itself. */
  readonly place: Place;
  /** The value of its `url`, or the entry where there is none. */
  readonly urlPlace: Place;
  readonly provider: string | null;
  /** As it stands in the file. */
  readonly url: string | null;
  /** Null where the entry is malformed and nothing can be dialled. */
  readonly target: Target | null;
  readonly claim: ChainClaim | null;
}
