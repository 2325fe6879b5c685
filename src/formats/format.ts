import type { JsonValue } from '../model/json.js';
import type { AddressForms } from '../model/kind.js';

/** What the registries of one format look like: the one place that knows it. Everything else reads these definitions. */
export interface Format {
  /** What reports call it. */
  readonly name: string;
  readonly layout: Layout;
  /** Why the content of a file that its place does not identify cannot be of this format; null where it can. */
  readonly findMisfit: (value: JsonValue) => string | null;
  /** Where the endpoints are listed. */
  readonly lists: readonly EntryList[];
  /** The fields of an entry. */
  readonly entryFields: EntryFields;
  readonly schema: Schema;
}

/** How the files of a registry are recognised by their place. Paths are relative to the registry, with forward slashes. */
export interface Layout {
  /** Where a registry keeps its files, for messages: `chain/<chain>/param.json`. */
  readonly examplePath: string;
  /** Whether a directory is a registry of this format; `hasDirectory` checks for a directory directly below it. */
  readonly isRoot: (hasDirectory: (name: string) => boolean) => boolean;
  /** Whether a path is in the part of the registry that holds its files, so that no other registry starts there. */
  readonly isReserved: (path: string) => boolean;
  /** What a file is to the registry, by its path. */
  readonly locate: (path: string) => Location;
}

/**
 * What a file is to its registry. `registered`: the registry reads it. `misplaced`: it has the name of a registry file, in another
 * directory. `misnamed`: it has nearly the name of a registry file, in the right directory. `list`: it is known to hold other things than
 * endpoints. `other`: its place does not identify it, so it is checked only where it is named.
 */
export type FileRole = 'registered' | 'misplaced' | 'misnamed' | 'list' | 'other';

/** What is known of a file by its path. */
export interface Location {
  readonly role: FileRole;
  /** The chain whose file it is; null where the path names none. */
  readonly chain: string | null;
  /** Where the registry would read it; null where it is there, or may be anywhere. */
  readonly expected: string | null;
}

/** A list of endpoints of one kind in a registry file. */
export interface EntryList {
  /** The kind of its endpoints. A list of a kind that is not checked is not read. */
  readonly kind: string;
  /** Where its entries are: a JSON Pointer (RFC 6901), ending in `/*` for each item of an array. */
  readonly pattern: string;
  /** What contributors have called the list. */
  readonly aliases: readonly string[];
  /** The forms of address that the format allows. */
  readonly addressForms: AddressForms;
  /** The fields that claim the chain id of its endpoints; the first that is neither absent nor empty decides. */
  readonly claims: readonly ClaimField[];
}

/** A field that claims a chain id. */
export interface ClaimField {
  /** The field at the top of the file. */
  readonly name: string;
  /** What contributors have called it. */
  readonly aliases: readonly string[];
  /** True where the id is concluded from another one, so that a mismatch is only a warning. */
  readonly derived: boolean;
  /** Reads a value that is neither absent, null nor empty. */
  readonly readChainId: (value: JsonValue) => ClaimValue;
  /** What the value must be, for messages: `a string such as "cosmoshub-4"`. */
  readonly expected: string;
  /** For the schema. */
  readonly description: string;
  readonly example: string;
}

/** What the value of a claim field means: a chain id, no claim for these endpoints, or an error. */
export type ClaimValue = { readonly chainId: string } | 'no-claim' | 'malformed';

/** The fields of an entry. */
export interface EntryFields {
  readonly address: KnownField;
  readonly provider: KnownField;
}

/** A field that is read, and what contributors have called it. */
export interface KnownField {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** The JSON Schema of a format's files, for editors; `npm run generate` writes it and compiles its validator. */
export interface Schema {
  readonly title: string;
  readonly description: string;
  /** Tells whether a value has the shape of the schema; `errors` holds the errors of the last call, as ajv reports them. */
  readonly validate: Validator;
}

/** A validator that ajv has compiled. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** What the messages need of an error of ajv. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}
