import type { EntryFields, EntryList, Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import { type FileChain, findListAt } from './chains.js';
import { findNode, placeAt, type RegistryDocument, splitPointer } from './document.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import type { KnownField } from '../formats/entry-fields.js';
import { describeType, getValue, isJsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/text.js';

/** Reports what is not as the format's schema says, each with the entry that it belongs to. */
export function judgeShape(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  entries: readonly Entry[],
): ShapeProblem[] {
  let byPointer: ReadonlyMap<string | null, Entry> | null = null;
  // Built on demand, since few files have violations.
  const findEntry = (pointer: string) => {
    byPointer ??= new Map(entries.map((entry) => [entry.place.pointer, entry]));
    return byPointer.get(pointer);
  };
  const fieldsOf = (pointer: string) =>
    findListAt(format, chains, splitPointer(pointer).parent)?.list.entryFields ?? format.entryFields;
  const faults = validateShape(
    document.value,
    format,
    (pointer) => (findEntry(pointer) === undefined ? undefined : fieldsOf(pointer)),
    (pointer) => findListAt(format, chains, pointer)?.list,
  );
  return faults.map(({ pointer, reason, fix, missing }): ShapeProblem => {
    const placed = {
      problem: { code: 'file/schema', data: { reason, fix } },
      place: placeAt(document, pointer, findNode(document.tree, pointer)),
      // `/grpc_endpoint/0/url` belongs to the entry at `/grpc_endpoint/0`.
      entry: findEntry(pointer) ?? findEntry(splitPointer(pointer).parent) ?? null,
    };
    return { placed, missing };
  });
}

interface ShapeProblem {
  readonly placed: PlacedProblem;
  readonly missing: readonly string[];
}

/**
 * Joins violations of the schema and problems of entries: if a field is missing because another one is misspelled, both become one problem, at
 * the name to change.
 */
export function joinMisspellings(
  shape: readonly ShapeProblem[],
  problems: readonly PlacedProblem[],
): readonly PlacedProblem[] {
  if (shape.every(({ missing }) => missing.length === 0))
    return [...shape.map(({ placed }) => placed), ...problems];
  const misspellings = groupBy(
    problems.filter(({ problem }) => problem.code === 'file/misspelled-field'),
    ({ place }) => splitPointer(place.pointer ?? '').parent,
  );
  const joined = new Set<PlacedProblem>();
  const faults = shape.map(({ placed, missing }) => {
    const matching = (misspellings.get(placed.place.pointer ?? '') ?? []).filter(({ problem }) =>
      missing.some((name) => name === problem.data['expected']),
    );
    for (const misspelling of matching) joined.add(misspelling);
    return joinMisspelling(placed, matching);
  });
  return [...faults, ...problems.filter((problem) => !joined.has(problem))];
}

function joinMisspelling(
  { problem, entry, ...fault }: PlacedProblem,
  misspellings: readonly PlacedProblem[],
): PlacedProblem {
  const [first] = misspellings;
  if (first === undefined) return { ...fault, problem, entry };
  const renames = misspellings.map(
    ({ problem: { data } }) => `rename ${quote(data['field'])} to ${quote(data['expected'])}`,
  );
  return {
    problem: { ...problem, data: { ...problem.data, fix: renames.join(' and ') } },
    place: first.place,
    entry,
    causes: misspellings,
  };
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : '';
}

interface SchemaFault {
  readonly pointer: string;
  readonly reason: string;
  readonly fix: string;
  readonly missing: readonly string[];
}

/**
 * Validates a value against its format's schema, which is compiled ahead of time by `npm run generate`. `findFields` finds the fields of the entry
 * at a JSON Pointer, if there is one, and `findList` a list.
 */
export function validateShape(
  value: JsonValue,
  { schema, entryFields }: Format,
  findFields: (pointer: string) => EntryFields | undefined,
  findList: (pointer: string) => EntryList | undefined = () => undefined,
): SchemaFault[] {
  const { validate } = schema;
  if (validate(value)) return [];
  const faults = new Map<string, SchemaFault>();
  const missing = new Map<string, string[]>();
  for (const { keyword, instancePath: pointer, params } of validate.errors ?? []) {
    if (keyword === 'required') {
      missing.set(pointer, [...(missing.get(pointer) ?? []), String(params['missingProperty'])]);
    } else {
      const expected = String(params['type']).split(',').map(nameType).join(' or ');
      const reason = `${formatPath(pointer)} must be ${expected}, got ${describeType(getValue(value, pointer))}`;
      const fields = params['type'] === 'object' ? findFields(pointer) : undefined;
      const list = expected.includes('an array') ? findList(pointer) : undefined;
      const form =
        list !== undefined
          ? formatList(getValue(value, pointer), list, list.entryFields ?? entryFields)
          : fields === undefined
            ? expected
            : formatEntry(fields);
      faults.set(pointer, { pointer, reason, fix: `write ${form}`, missing: [] });
    }
  }
  // One fault for all fields that an entry lacks.
  for (const [pointer, names] of missing) {
    const reason = `${formatPath(pointer)} has no ${names.map((name) => `"${name}"`).join(' and no ')}`;
    faults.set(pointer, {
      pointer,
      reason,
      fix: fixMissing(names, findFields(pointer) ?? entryFields),
      missing: names,
    });
  }
  return [...faults.values()];
}

function fixMissing(missing: readonly string[], fields: EntryFields): string {
  const { address, provider } = fields;
  if (!missing.includes(address.name) && !missing.includes(provider?.name ?? ''))
    return `add ${missing.join(' and ')}`;
  return missing.includes(address.name)
    ? `write ${formatEntry(fields)}, or remove the entry`
    : `add "${provider?.name ?? ''}" with the name of the operator`;
}

/** A list in place of a value, with the value in it if that is an address: `[{ "provider": "…", "url": "grpc.example.com:443" }]`. */
function formatList(value: JsonValue, { form }: EntryList, fields: EntryFields): string {
  if (isJsonObject(value)) return 'it in brackets, [{ … }]';
  const address = typeof value === 'string' && value !== '' ? truncate(value) : '…';
  return form === 'strings' ? `[${JSON.stringify(address)}]` : `[${formatEntry(fields, address)}]`;
}

export function formatEntry(fields: EntryFields, address = '…'): string {
  return `{ ${listKnown(fields)
    .map(({ name }) => `"${name}": ${JSON.stringify(name === fields.address.name ? address : '…')}`)
    .join(', ')} }`;
}

export function listKnown({ id, address, provider }: EntryFields): readonly KnownField[] {
  return [provider ?? [], id ?? [], address].flat();
}

/** Formats `/apis/grpc/0/address` as `apis.grpc[0].address`. Field names of schemas need no unescaping. */
export function formatPath(pointer: string): string {
  if (pointer === '') return 'the file';
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

/** The name of a type in JSON Schema as `describeType` names that of a value. */
function nameType(type: string): string {
  return type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`;
}
