import type { Target } from './entry.js';
import type { Problem } from './rule.js';

/** A url read by a kind: what to connect to, with warnings, or what is wrong with it (at least one problem). */
export type UrlReading =
  | { readonly target: Target; readonly problems: readonly Problem[] }
  | { readonly target: null; readonly problems: readonly [Problem, ...Problem[]] };

/** The forms of address that are allowed beside a kind's strict one. */
export interface AddressForms {
  /** Plain http, for local testing. */
  readonly allowPlaintext: boolean;
}

/** What is known of a kind of endpoint, whatever lists it: how its addresses and its chain ids are read. */
export interface EndpointKind {
  /** What `--only` and the report call it. */
  readonly kind: string;
  /** What people call it. */
  readonly title: string;
  /** What a command line calls its urls. */
  readonly urlForm: 'host:port' | 'url';
  /** A well-formed url, for hints and for the schema. */
  readonly example: string;
  readonly description: string;
  /** Reads a url strictly; probes nothing. */
  readonly readUrl: (url: string, forms: AddressForms) => UrlReading;
  /** True for a string that can be a chain id of this kind. */
  readonly isChainId: (chainId: string) => boolean;
  /** A chain id in the spelling by which two are compared. */
  readonly normalizeChainId: (chainId: string) => string;
}
