import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { EndpointKind } from '../model/endpoint-kind.generated.js';
import type { ChainStatus } from '../model/entry.js';
import type { AddressForms } from '../model/kind.js';
import type { KnownField } from './entry-fields.js';
import type { Layout } from './layout.js';

/** Describes the registries of one format. Nothing else in the program depends on a format; everything reads these definitions. */
export interface Format {
  /** Name in reports and for `--format`. */
  readonly name: string;
  /** Description for help and docs, such as `cosmos/chain-registry and registries of its shape`. */
  readonly title: string;
  readonly layout: Layout;
  /** Why the content of a file with an unknown path cannot be of this format; null if it can. */
  readonly findMisfit: (value: JsonValue) => string | null;
  /** Where the chains of a file are: empty if the file is one chain, else a JSON Pointer in which `*` stands for each item of an array. */
  readonly chains: string;
  /** The same for a file of another shape; `{}` stands for each field of an object, whose name is then its `chainId`. */
  readonly chainsOf?: (value: JsonValue) => string;
  /** Reads the name and status of a chain; by default it is live, and has the name that its path gives, null if it gives none. */
  readonly readChain?: (chain: JsonValue, named: string | null) => ChainInfo;
  readonly naming?: Naming;
  readonly status?: StatusField;
  /**
   * What its chains are grouped by: within a group, an id belongs to one live chain. By default they are one group. Null if the format lists chains
   * more than once.
   */
  readonly groupOf?: ((chain: JsonValue) => string) | null;
  readonly lists: readonly EntryList[];
  readonly entryFields: EntryFields;
  /** Which providers publish manifests. Their entries come from these, so they must be changed there. */
  readonly manifests?: ManifestList;
  /** Whether a file may lack endpoints, by its path, since the registry lists the chain for other reasons. */
  readonly canLackEndpoints?: (path: string) => boolean;
  readonly schema: Schema;
  /** How its files are written, the first one if neither name nor content tells; by default as JSON. */
  readonly syntaxes?: readonly [Syntax, ...Syntax[]];
  /** Why its files are only changed by hand, or by the script that makes them; absent if `--fix`, `add` and `remove` may change them. */
  readonly unchangeable?: string;
}

/** How a file is written. `json-lines`: one entry a line. */
export type Syntax = 'json' | 'json-lines' | 'yaml' | 'toml' | 'javascript';

export interface ManifestList {
  /** Relative to the registry. */
  readonly path: string;
  readonly readManifests: (value: JsonValue) => ReadonlyMap<string, string>;
}

/** A field of a chain that names it as the path of its file does. */
export interface Naming {
  readonly field: string;
  /** Whether a path with this chain may have this value, a string or a number as a string. */
  readonly agrees: (chain: string, value: string) => boolean;
}

/** The status of a chain, consistent with `readChain`. */
export interface StatusField {
  /** Its place in a chain, as a JSON Pointer. */
  readonly pointer: string;
  readonly values: readonly string[];
  /** The value that marks a chain as ended; absent if the format needs more than that. */
  readonly killed?: string;
  /** The field after which it is inserted if a chain has no status; by default the last field. */
  readonly after?: string;
}

export interface ChainInfo {
  /** Null if the file does not name it. */
  readonly name: string | null;
  /**
   * `live`: its endpoints are checked. `killed`: it has ended, so they are skipped. `upcoming`: it may not have begun, so network failures are
   * only notices.
   */
  readonly status: ChainStatus;
  /** Why the endpoints of a killed chain are skipped; by default because it has ended. */
  readonly skipReason?: string;
  /** Why its endpoints are not checked; absent if they are. */
  readonly unsupported?: string;
  /** How long it takes for a block, if the file states it. */
  readonly blockTimeMs?: number;
}

/** The field of `ChainInfo` for a value in seconds; none for any other value. */
export function readBlockTime(seconds: JsonValue | undefined): Pick<ChainInfo, 'blockTimeMs'> {
  return typeof seconds === 'number' && seconds > 0 ? { blockTimeMs: seconds * 1_000 } : {};
}

/** Why a value is not an object with all of these fields; null if it is. */
export function describeMissing(value: JsonValue, fields: readonly string[]): string | null {
  if (!isJsonObject(value)) return 'it is not an object';
  const missing = fields.filter((field) => !Object.hasOwn(value, field));
  return missing.length === 0 ? null : `it has no ${missing.map((field) => `"${field}"`).join(' and no ')}`;
}

export function readText(value: JsonValue, field: string): string | null {
  const text = isJsonObject(value) ? value[field] : null;
  return typeof text === 'string' ? text : null;
}

export interface EntryList {
  /** The kind of its endpoints. Lists of kinds that are not checked are not read. */
  readonly kind: EndpointKind;
  /** The kinds of addresses by scheme, if the field mixes several, such as one of websockets for `wss`. */
  readonly kindByScheme?: Readonly<Record<string, EndpointKind>>;
  /** Its place in a chain, as a JSON Pointer (RFC 6901) such as `/apis/grpc`. */
  readonly pointer: string;
  /** `objects`: an array of entries, which are objects. `strings`: an array of addresses. `string`: one address. `any`: any of these. */
  readonly form: 'objects' | 'strings' | 'string' | 'any';
  readonly required?: true;
  /** Set if an empty address stands for none. */
  readonly canBeEmpty?: true;
  /**
   * Derives the address of each of its entries from another list's value at the same place: only that value is judged and changed. By default the
   * addresses are in the file.
   */
  readonly deriveAddress?: (listed: string) => string;
  /** Which chains have the list, if the format has several shapes; by default all. */
  readonly isListOf?: (chain: JsonValue) => boolean;
  readonly aliases: readonly string[];
  /** Names that only stand for it in a chain such as this one. By them alone, no file is recognised. */
  readonly aliasesIn?: (chain: JsonValue) => readonly string[];
  readonly addressForms: AddressForms;
  readonly entryFields?: EntryFields;
  /** The fields that claim the chain id of its endpoints. The first one that is not absent, null or empty counts. */
  readonly claims: readonly ClaimField[];
}

export interface ClaimField {
  /** Name in messages: `chain_id`, or `evm.chainId` for a field of a nested object. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** True if the id is derived from another one, so that a mismatch is only a warning. */
  readonly derived: boolean;
  /** Reads a value that is not absent, null or empty. */
  readonly readChainId: (value: JsonValue) => ClaimValue;
  /** The expected value, for messages: `a string without blanks, such as "cosmoshub-4"`; by default one of the kind of the entry. */
  readonly expected?: string;
  readonly description: string;
  readonly example: string | number;
}

/** The meaning of a claim field's value: a chain id, no claim for these endpoints, or an error. */
export type ClaimValue = { readonly chainId: string } | 'no-claim' | 'malformed';

export interface EntryFields {
  readonly address: KnownField;
  /** The field of what precedes the address and an `@`: the id of a peer. */
  readonly id?: KnownField;
  /** Null if the file names the operator once for all entries. */
  readonly provider: KnownField | null;
  /**
   * Whether an entry must name its provider. `required`: the schema requires it. `expected`: the format asks for it. `optional`: nothing
   * requires it.
   */
  readonly providerPolicy: 'required' | 'expected' | 'optional';
  /** If `expected` only applies to registries whose schema requires a provider: the path of that schema, and how to read it. */
  readonly providerSchema?: {
    readonly path: string;
    readonly requiresProvider: (schema: JsonValue) => boolean;
  };
  /** Set if the provider usually precedes the address. */
  readonly providerFirst?: true;
  /** The field that is `true` if the node has all blocks; none by default. */
  readonly archive?: string;
  /** The field that names the only user whom the endpoint serves, so that it is closed to all others; none by default. */
  readonly closedTo?: string;
  /** Where the file names the operator of all entries, as a JSON Pointer. */
  readonly fileProvider?: string;
  /** Fields that an entry must not have, with the reason. */
  readonly forbidden?: Readonly<Record<string, string>>;
}

/** The fields of entries that name no provider; if they are strings, hints show the field of the address nevertheless. */
export function anonymousFields(address: string): EntryFields {
  return { address: { name: address, aliases: [] }, provider: null, providerPolicy: 'optional' };
}

/** The JSON Schema of a format's files, for editors. `npm run generate` writes it and compiles its validator. */
export interface Schema {
  /** The name of its file: `param` is schemas/param.schema.json. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** What the schema says of the file, if that does not follow from the lists. */
  readonly content?: JsonObject;
  /** Whether a value matches the schema. Its `errors` are those of the last call, in ajv's form. */
  readonly validate: Validator;
}

export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}
