import type { JsonValue } from '../model/json.js';
import type { EndpointKind } from '../model/endpoint-kind.generated.js';
import type { ChainStatus } from '../model/entry.js';
import type { AddressForms } from '../model/kind.js';
import type { KnownField } from './known-field.js';
import type { ListDefinition } from './list-definition.js';

/** What the registries of one format look like: the one place that knows it. Everything else reads these definitions. */
export interface Format {
  /** What reports and `--format` call it. */
  readonly name: string;
  /** What it is, for help and docs: `cosmos/chain-registry and registries of its shape`. */
  readonly title: string;
  readonly layout: Layout;
  /** Why the content of a file that its place does not identify cannot be of this format; null where it can. */
  readonly findMisfit: (value: JsonValue) => string | null;
  /** Where the chains of a file are: empty where the file is one chain, else a JSON Pointer in which `*` is each item of an array. */
  readonly chains: string;
  /** What a chain says of itself; by default it is live, and called what its path calls it. */
  readonly readChain?: (chain: JsonValue, file: Location) => ChainInfo;
  /** How a chain says that it has ended, in the reading of `readChain`; absent where it cannot. */
  readonly killedStatus?: KilledStatus;
  /** Where the endpoints of a chain are listed. */
  readonly lists: readonly EntryList[];
  /** The fields of an entry that is an object. */
  readonly entryFields: EntryFields;
  /** Where the registry names the providers whose entries are made from their manifests, so that they are changed there. */
  readonly manifests?: ManifestList;
  /** Which files need no endpoints, by their path: the registry has such a chain for other reasons. */
  readonly mayLackEndpoints?: (path: string) => boolean;
  readonly schema: Schema;
}

/** A file of a registry that lists the providers who publish a manifest of their endpoints. */
export interface ManifestList {
  /** Relative to the registry. */
  readonly path: string;
  /** The urls of the manifests by the name of the provider. */
  readonly readManifests: (value: JsonValue) => ReadonlyMap<string, string>;
}

/** The field and the value by which a chain says that it has ended. */
export interface KilledStatus {
  readonly field: string;
  readonly value: string;
  /** The field after which it is written where a chain has no status yet; by default the last one. */
  readonly after?: string;
}

/** What the content of a file says of a chain. */
export interface ChainInfo {
  /** Its name; null where the file names none. */
  readonly name: string | null;
  /**
   * `live`: its endpoints are checked. `killed`: it has ended, so they are skipped. `upcoming`: it may not have begun, so that what fails on
   * the network is only a notice.
   */
  readonly status: ChainStatus;
  /** Set where none of its endpoints are checked: why. */
  readonly unsupported?: string;
}

/** How the files of a registry are found in a directory. */
export interface DirectoryView {
  readonly hasDirectory: (path: string) => boolean;
  readonly hasFile: (path: string) => boolean;
  /** The names in a directory below it, or in itself for the empty path; empty where there is none. */
  readonly list: (path: string) => readonly string[];
  /** The first bytes of a file as text; empty where there is none. */
  readonly readStart: (path: string) => string;
}

/** How the files of a registry are recognised by their place. Paths are relative to the registry, with forward slashes. */
export interface Layout {
  /** Where a registry keeps its files, for messages: `chain/<chain>/param.json`. */
  readonly examplePath: string;
  /** Whether a directory is a registry of this format. */
  readonly isRoot: (directory: DirectoryView) => boolean;
  /** Whether a path is in the part of the registry that holds its files, so that no other registry starts there. */
  readonly isReserved: (path: string) => boolean;
  /** What a file is to the registry, by its path. */
  readonly locate: (path: string) => Location;
  /** The names of the files that one chain may have, best first: new entries go into the best that is there. One by default. */
  readonly fileNames?: readonly string[];
}

/**
 * What a file is to its registry. `registered`: the registry reads it. `misplaced`: it has the name of a registry file, in another
 * directory. `misnamed`: it has nearly the name of a registry file, in the right directory. `list`: the registry reads it, and it holds
 * other things than endpoints. `stray-list`: it has the name of a list, in another directory, so it is checked only where it is named.
 * `other`: its place does not identify it, or is that of a template, so it is checked only where it is named.
 */
export type FileRole = 'registered' | 'misplaced' | 'misnamed' | 'list' | 'stray-list' | 'other';

/** What is known of a file by its path. */
export interface Location {
  readonly role: FileRole;
  /** The chain whose file it is; null where the path names none. */
  readonly chain: string | null;
  /** Where the registry would read it; null where it is there, or may be anywhere. */
  readonly expected: string | null;
  /** What it lists, where that is not endpoints. */
  readonly list?: ListDefinition;
}

/** A field that lists the endpoints of a chain. */
export interface EntryList {
  /** The kind of its endpoints. A list of a kind that is not checked is not read. */
  readonly kind: EndpointKind;
  /** The kinds of addresses with these schemes, if the field mixes several, such as one of websockets for `wss`. */
  readonly kindByScheme?: Readonly<Record<string, EndpointKind>>;
  /** Where it is in a chain: a JSON Pointer (RFC 6901) such as `/apis/grpc`. */
  readonly pointer: string;
  /**
   * What it holds. `objects`: an array of entries, objects with the fields of an entry. `strings`: an array of addresses. `string`: one
   * address. `any`: any of these.
   */
  readonly form: 'objects' | 'strings' | 'string' | 'any';
  /** Set where a chain must have the field. */
  readonly required?: true;
  /** Which chains have the list, where the format has several shapes; all by default. */
  readonly isListOf?: (chain: JsonValue) => boolean;
  /** What contributors have called the field. */
  readonly aliases: readonly string[];
  /** The forms of address that the format allows. */
  readonly addressForms: AddressForms;
  /** The fields that claim the chain id of its endpoints; the first that is neither absent nor empty decides. */
  readonly claims: readonly ClaimField[];
}

/** A field that claims a chain id. */
export interface ClaimField {
  /** What messages call it: `chain_id`, or `evm.chainId` where it is in an object of the chain. */
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
  readonly example: string | number;
}

/** What the value of a claim field means: a chain id, no claim for these endpoints, or an error. */
export type ClaimValue = { readonly chainId: string } | 'no-claim' | 'malformed';

/** The fields of an entry that is an object. */
export interface EntryFields {
  readonly address: KnownField;
  /** Null where the operator stands once for the file. */
  readonly provider: KnownField | null;
  /**
   * Whether an entry must name its provider. `required`: without it, it does not match the schema. `expected`: the format asks for it.
   * `optional`: nobody asks.
   */
  readonly providerPolicy: 'required' | 'expected' | 'optional';
  /** Where `expected` holds only for registries whose own schema requires a provider: its path in the registry, and how to tell. */
  readonly providerSchema?: {
    readonly path: string;
    readonly requiresProvider: (schema: JsonValue) => boolean;
  };
  /** Set where the provider is usually written before the address. */
  readonly providerFirst?: true;
  /** Where the file names the operator of all its entries: a JSON Pointer. */
  readonly fileProvider?: string;
  /** Fields that an entry must not have, with the reason. */
  readonly forbidden?: Readonly<Record<string, string>>;
}

/** The JSON Schema of a format's files, for editors; `npm run generate` writes it and compiles its validator. */
export interface Schema {
  /** The name of its file: `param` is schemas/param.schema.json. */
  readonly file: string;
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
