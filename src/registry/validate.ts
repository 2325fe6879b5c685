import type { EntryFields, EntryList, Format } from '../formats/format.js';
import type { KnownField } from '../formats/entry-fields.js';
import { describeType } from '../model/describe-type.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/truncate.js';

export interface SchemaFault {
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

/** The form of an entry: `{ "provider": "…", "url": "…" }`. */
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
