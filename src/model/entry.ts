import type { EndpointKind } from './endpoint-kind.generated.js';
import type { Place } from './place.js';

/** What to connect to, as read from a well-formed url. */
export interface Target {
  /** Host name in lower case (ASCII, without a final dot) or IP address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query as they are sent; empty if the kind has none. */
  readonly path: string;
  /** Set if the url ends in a slash that `path`, the base of routes, lacks. */
  readonly endsWithSlash?: true;
  /** False for a scheme without TLS, such as plain http. */
  readonly secure: boolean;
  /** Set if a gRPC address has a scheme, which then decides about TLS; else the port and the server decide. */
  readonly exactTransport?: true;
  /** Of a peer: the id that its key has to prove, 40 lower-case hexadecimal digits. */
  readonly peerId?: string;
  /** Of a peer: the chain id that is claimed for it, which the probe may announce. Two claims are two targets of one address. */
  readonly network?: string;
  /** Set if the entry claims that the node has all blocks and their state. */
  readonly claimsArchive?: true;
  /** How long the chain takes for a block, if its file states it. */
  readonly blockTimeMs?: number;
}

/** The chain id that a registry file claims for its endpoints, as the file writes it. */
export interface ChainClaim {
  readonly chainId: string;
  /** The field that claims it. */
  readonly field: string;
  /** True if the id is derived from another one, such as `2222` from `kava_2222-10`. */
  readonly derived: boolean;
}

/** Whether a chain runs: `killed` is over for good, `upcoming` may not have begun. */
export type ChainStatus = 'live' | 'killed' | 'upcoming';

/** One `{provider, url}` of a registry file, or one url of the command line. */
export interface Entry {
  readonly chain: string | null;
  /** `query` is a route of a query service, which its smoke test calls. */
  readonly kind: EndpointKind | 'query';
  /** The entry itself. */
  readonly place: Place;
  /** The value of its `url`, or the entry if it has none. */
  readonly urlPlace: Place;
  readonly provider: string | null;
  /** Verbatim, as in the file, unless its format derives the url from the file's text. */
  readonly url: string | null;
  /** Set if its url is derived from that of another entry at the same place; only that entry is judged. */
  readonly isDerived?: true;
  /** Null if the entry is malformed, so that it cannot be probed. */
  readonly target: Target | null;
  readonly claim: ChainClaim | null;
  /** The value of the field that claims it; absent if there is no claim in a file. */
  readonly claimPlace: Place | null;
  /** Of its chain. */
  readonly chainStatus: ChainStatus;
  /** Why it is not probed, whatever the options: its chain has ended, it is a template, it is closed. Null if it may be. */
  readonly skipReason: string | null;
  /** The only user whom it serves, if its registry declares it closed to all others. */
  readonly closedTo?: string;
}
