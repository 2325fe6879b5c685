import type { ChainClaim, Target } from './entry.js';
import type { JsonObject } from './json.js';
import type { Problem } from './rule.js';

/** A url read by a kind: what to connect to, with warnings, or what is wrong with it (at least one problem). */
export type UrlReading =
  | { readonly target: Target; readonly problems: readonly Problem[] }
  | { readonly target: null; readonly problems: readonly [Problem, ...Problem[]] };

/** The chain id that a file claims, or what is wrong with the claim; both null where it claims none. */
export interface ClaimReading {
  readonly claim: ChainClaim | null;
  readonly problem: { readonly field: string; readonly problem: Problem } | null;
}

/** A field of a registry file that says which chain the endpoints of a kind serve. */
export interface ClaimField {
  readonly field: string;
  readonly description: string;
  readonly example: string;
}

/** What the registry must know of a kind of endpoint to read its entries. */
export interface EndpointKind {
  /** `--only` and the report call it so. */
  readonly kind: string;
  /** What people call it. */
  readonly title: string;
  /** What a command line calls its urls. */
  readonly urlForm: 'host:port' | 'url';
  /** The field of a registry file that lists its entries. */
  readonly field: string;
  /** Names that contributors have used for the field. */
  readonly aliases: readonly string[];
  /** A well-formed url, for hints and for the schema. */
  readonly example: string;
  readonly description: string;
  /** Reads a url strictly; dials nothing. `allowPlaintext` lets plain http through, for local testing. */
  readonly readUrl: (url: string, options: { readonly allowPlaintext: boolean }) => UrlReading;
  /** True for a text that can be a chain id of this kind. */
  readonly isChainId: (text: string) => boolean;
  /** A chain id in the spelling by which two are compared. */
  readonly normalizeChainId: (text: string) => string;
  /** The fields that `readClaim` reads, for the schema. */
  readonly claimFields: readonly ClaimField[];
  /** Reads the chain id that the file's fields claim for this kind. */
  readonly readClaim: (fields: JsonObject) => ClaimReading;
}
