import type { EndpointKind, IdFamily } from './endpoint-kind.generated.js';
import type { ChainClaim, Target } from './entry.js';
import type { RuleProblem } from './rule.js';

/** A parsed url of a kind: what to connect to, with warnings, or what is wrong with it (at least one problem). */
export type UrlReading =
  | {
      readonly target: Target;
      readonly problems: readonly RuleProblem[];
      /** A path that is not connected to, without a final slash. It makes two addresses differ: another endpoint may be there. */
      readonly leftOutPath?: string;
    }
  | { readonly target: null; readonly problems: readonly [RuleProblem, ...RuleProblem[]] }
  /** A template of a service that needs a key, if these are allowed: it cannot be connected to, and is no error. */
  | { readonly target: null; readonly problems: readonly []; readonly placeholder: string };

/** The forms of address that are allowed besides a kind's strict one; none by default. */
export interface AddressForms {
  /** Schemes without TLS: http, ws. */
  readonly allowPlaintext?: boolean;
  /** In a gRPC address `https://` or `http://`, which then decides between TLS and plaintext and implies a missing port. */
  readonly allowScheme?: boolean;
  /** A path after a gRPC address: a warning, since what is connected to is the address without it. */
  readonly allowPath?: boolean;
  /** For kinds that may be in a private network: an IP address that is not public is a warning. */
  readonly warnsOfPrivate?: boolean;
  /** Templates of services that need a key, such as `https://example.com/${API_KEY}`, which clients leave out by their `${`. */
  readonly allowPlaceholder?: boolean;
}

/** Every form of address, for searches: an address may be listed in any registry. */
export const anyForm: AddressForms = {
  allowPlaintext: true,
  allowScheme: true,
  allowPath: true,
  allowPlaceholder: true,
};

/** Corrects one sort of slip in a url; returns the url as it is if it has none, or if what was meant is not clear. */
export type UrlCorrection = (url: string, forms: AddressForms) => string;

/** What is known of a kind of endpoint, whatever lists it: how its addresses and its chain ids are read. */
export interface KindDefinition {
  /** What `--only` and the report call it. */
  readonly kind: EndpointKind;
  /** Its name in texts. */
  readonly title: string;
  /** Kinds of one family report chain ids that can be compared with each other. */
  readonly idFamily: IdFamily;
  /** What else people call it, in lower case: older names, and those of protocols and programs. None by default. */
  readonly otherNames?: readonly string[];
  /** The port at which its nodes serve nothing else; none by default. */
  readonly usualPort?: number;
  /** What a command line calls its urls. */
  readonly urlForm: 'host:port' | 'url' | 'id@host:port';
  /** True if it is served over websockets; false by default. */
  readonly isWebSocket?: true;
  /** A well-formed url, for hints and for the schema. */
  readonly example: string;
  readonly description: string;
  /** The forms of address that a command line may use, if no format says which; none by default. */
  readonly adHocForms?: AddressForms;
  /** Reads a url strictly; probes nothing. */
  readonly readUrl: (url: string, forms: AddressForms) => UrlReading;
  /** Corrections of slips that have exactly one right reading, in the order in which they are tried; none by default. */
  readonly corrections?: readonly UrlCorrection[];
  /** Words that operators use only in host names of this kind; none by default. */
  readonly hostWords?: readonly string[];
  /** Kinds that servers often have at the same address; none by default. */
  readonly sharesAddressWith?: readonly string[];
  /** The kind whose servers serve this one too, at this path below their address: two such endpoints are one node. None by default. */
  readonly servedBy?: { readonly kind: EndpointKind; readonly path: string };
  /**
   * True if its endpoints are peers of a network rather than services for anybody. A peer that cannot be reached proves nothing, since many refuse
   * data centres. Peers are connected to one at a time, after all other endpoints, and in a whole run only on request. One address may serve several
   * chains, if it is told which.
   */
  readonly peerToPeer?: true;
  /** True for a string that can be a chain id of this kind. */
  readonly isChainId: (chainId: string) => boolean;
  /** One or two, for messages. */
  readonly chainIdExample: string;
  /** A chain id in the spelling by which chain ids are compared. */
  readonly normalizeChainId: (chainId: string) => string;
}

/** What a file says of the node of an entry. */
interface NodeClaims {
  readonly claim: ChainClaim | null;
  readonly isArchive?: boolean;
  readonly blockTimeMs?: number | undefined;
}

/** A target with the claims that the check of its kind needs. */
export function addClaims<Of extends Target | null>(
  target: Of,
  { peerToPeer }: Pick<KindDefinition, 'peerToPeer'>,
  { claim, isArchive = false, blockTimeMs }: NodeClaims,
): Of {
  if (target === null) return target;
  if (peerToPeer === true) return claim === null ? target : { ...target, network: claim.chainId };
  return {
    ...target,
    ...(isArchive ? { claimsArchive: true } : {}),
    ...(blockTimeMs === undefined ? {} : { blockTimeMs }),
  };
}

/**
 * The address of a target in the spelling by which endpoints are compared: without a scheme and its default port, and without the slash of an empty
 * path. `http://node.example.com` and `https://node.example.com/` are one, as are `grpc.example.com:443` and `https://grpc.example.com`.
 */
export function describeAddress({
  host,
  port,
  path,
  secure,
  peerId,
}: Pick<Target, 'host' | 'port' | 'path' | 'secure' | 'peerId'>): string {
  // RFC 3986 section 3.2.2: without brackets, 2001:db8::1 at port 9090 and 2001:db8::1:9090 would be one.
  const name = host.includes(':') ? `[${host}]` : host;
  const isDefaultPort = port === (secure ? 443 : 80);
  if (peerId !== undefined) return `${peerId}@${name}:${port}`;
  return (isDefaultPort ? name : `${name}:${port}`) + (path === '/' ? '' : path);
}

/** The address of a parsed url as it is listed, in the spelling of `describeAddress`: with a path that is not connected to. Null if it has no target. */
export function describeListedAddress(reading: UrlReading): string | null {
  if (reading.target === null) return null;
  const { target, leftOutPath = target.path } = reading;
  return describeAddress({ ...target, path: leftOutPath });
}

/**
 * The EVM chain id that a Cosmos chain id holds, such as 2222 of `kava_2222-10`; null if it holds none. Source: Ethermint's
 * `name_number-version`, https://docs.cosmos.network/evm/latest/documentation/concepts/chain-id.
 */
export function readDerivedEvmId(cosmosId: string): string | null {
  return /^[a-z]+_([1-9]\d*)-[1-9]\d*$/.exec(cosmosId)?.[1] ?? null;
}

/** A hash of Solana, of 32 bytes in base 58, or its first 32 characters (https://namespaces.chainagnostic.org/solana/caip2). */
export const solanaHash = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Characters of the hash of a genesis block that identify a chain (https://namespaces.chainagnostic.org/solana/caip2). */
export const solanaIdLength = 32;
