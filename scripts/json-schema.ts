// JSON Schema: as types of TypeScript, of the formats' files, and compiled to validators.
import { Ajv, type Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { EntryFields, EntryList, Format } from '../src/formats/format.js';
import type { KindDefinition } from '../src/model/kind.js';

/** The keywords of JSON Schema that are read. */
export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
}

/** The schemas to which others refer. */
export type Definitions = Readonly<Record<string, Schema>>;

/** The name of the schema to which one refers. */
export const nameOf = (reference: string) => reference.replace(/.*\//, '');

/** A schema as a type of TypeScript. References are names of types, unless their definitions are to be written in their place. */
export function writeType(schema: Schema, definitions?: Definitions): string {
  const { $ref, anyOf, type = [], enum: values, items = {} } = schema;
  if ($ref !== undefined) {
    const definition = definitions?.[nameOf($ref)];
    return definition === undefined ? nameOf($ref) : writeType(definition, definitions);
  }
  if (anyOf !== undefined) return anyOf.map((one) => writeType(one, definitions)).join(' | ');
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  const types = [type].flat().map((one) => {
    if (one === 'array') return `readonly ${writeType(items, definitions)}[]`;
    if (one === 'object') return writeObject(schema, definitions);
    return one === 'integer' ? 'number' : one;
  });
  if (types.length === 0) throw new Error('a schema without a type');
  return types.join(' | ');
}

function writeObject(schema: Schema, definitions: Definitions = {}) {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const { description = definitions[nameOf(field.$ref ?? '')]?.description } = field;
    const note = description === undefined ? '' : `/** ${description} */\n`;
    return `${note}readonly ${name}${required.includes(name) ? '' : '?'}: ${writeType(field, definitions)};\n`;
  });
  const others = additionalProperties === true ? 'readonly [field: string]: unknown;\n' : '';
  return `{\n${fields.join('')}${others}}`;
}

/** The files of each format, path and text: its schema and its validator. */
export function writeFormats(
  formats: readonly Format[],
  kinds: readonly KindDefinition[],
): [string, string][] {
  const options = { allErrors: true, allowUnionTypes: true, strictTypes: false };
  return formats.flatMap((format) => {
    const { file } = format.schema;
    const schema = createSchema(format, kinds);
    const validator = `src/formats/${format.name}/validator.generated`;
    return [
      [`schemas/${file}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`],
      [`${validator}.js`, compileValidator(schema, file, options)],
      [
        `${validator}.d.ts`,
        `import type { Validator } from '../format.js';

/** Validates a registry file against schemas/${file}.schema.json. */
export const validate: Validator;
`,
      ],
    ];
  });
}

/** The schema of a format's files: its own fields and nothing else, since all others are free. */
function createSchema(format: Format, kinds: readonly KindDefinition[]) {
  const { chains } = format;
  const { title, description, content } = format.schema;
  const head = { $schema: 'http://json-schema.org/draft-07/schema#', title, description };
  if (content !== undefined) return { ...head, ...content };
  const chain = createChainSchema(format, kinds);
  if (chains === '') return { ...head, ...chain };
  const field = chains.slice(1, -2);
  const items = { title: `A chain of ${field}`, description: 'A chain and its endpoints.', ...chain };
  const list = { title: field, description: 'The chains.', type: 'array', items, default: [] };
  return { ...head, type: 'object', required: [field], properties: { [field]: list } };
}

interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
  required?: string[];
}

function createChainSchema({ lists, entryFields }: Format, kinds: readonly KindDefinition[]) {
  const chain: ObjectSchema = { type: 'object', properties: {} };
  // For editors to complete and explain. A malformed chain id is only a warning, so the schema allows any value.
  for (const { name, description, example } of lists.flatMap((list) => list.claims)) {
    const title = name.slice(name.lastIndexOf('.') + 1);
    addProperty(chain, name.split('.'), { title, description, examples: [example] });
  }
  for (const list of lists) {
    const found = kinds.find((one) => one.kind === list.kind);
    if (found === undefined) continue;
    const path = list.pointer.slice(1).split('/');
    addProperty(chain, path, createListSchema(list, found, list.entryFields ?? entryFields));
    if (list.required === true) chain.required = [list.pointer.slice(1)];
  }
  return chain;
}

/** Adds what is at a path of an object to its schema, where nothing is yet. */
function addProperty(
  { properties }: ObjectSchema,
  [field = '', ...deeper]: readonly string[],
  property: object,
) {
  const parent = { title: field, description: `What is in ${field}.`, type: 'object', properties: {} };
  properties[field] ??= deeper.length === 0 ? property : parent;
  if (deeper.length > 0) addProperty(properties[field] as ObjectSchema, deeper, property);
}

function createListSchema(
  { pointer, form }: EntryList,
  { description, example }: KindDefinition,
  fields: EntryFields,
) {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  const head = { title: field, description };
  if (form === 'string') return { ...head, type: 'string', examples: [example] };
  if (form === 'strings') {
    const items = describeString(`An address of ${field}`, `Such as ${example}.`, example);
    return { ...head, type: 'array', items, default: [] };
  }
  const items = createEntrySchema(field, example, fields);
  if (form === 'objects') return { ...head, type: 'array', items, default: [] };
  // Where an item may be a string too, the keywords of objects apply to objects alone.
  const either = { ...items, type: ['string', 'object'] };
  return { ...head, type: ['string', 'array'], items: either, default: [] };
}

function createEntrySchema(
  field: string,
  example: string,
  { address, provider, providerPolicy }: EntryFields,
) {
  const operator = 'Example Validator';
  const spelled = 'Name of the operator, spelled as in the other files of the registry.';
  const names = provider === null ? [] : [provider.name];
  const providers = names.map((name) => [name, describeString(name, spelled, operator)]);
  const addressSchema = describeString(address.name, `The address, such as ${example}.`, example);
  return {
    title: `An entry of ${field}`,
    description: 'A public endpoint and who operates it.',
    type: 'object',
    required: [...(providerPolicy === 'required' ? names : []), address.name],
    properties: { ...Object.fromEntries(providers), [address.name]: addressSchema },
    examples: [{ ...Object.fromEntries(names.map((name) => [name, operator])), [address.name]: example }],
  };
}

function describeString(title: string, description: string, example: string) {
  return { title, description, type: 'string', examples: [example] };
}

export function compileValidator(schema: object, name: string, options: Options) {
  const ajv = new Ajv({ strict: true, ...options, code: { source: true, esm: true, lines: true } });
  return `// Compiled by ajv from schemas/${name}.schema.json: npm run generate\n${standaloneCode.default(ajv, ajv.compile(schema))}\n`;
}
