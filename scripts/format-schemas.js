// The schemas of the formats, and validators compiled from them and others.
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';

/** @typedef {import('../src/formats/format.js').Format} Format */
/** @typedef {import('../src/model/kind.js').KindDefinition} KindDefinition */

/**
 * The files of each format, path and text: its schema and its validator.
 * @param {readonly Format[]} formats
 * @param {readonly KindDefinition[]} kinds
 * @returns {[string, string][]}
 */
export function writeFormats(formats, kinds) {
  const options = { allErrors: true, allowUnionTypes: true, strictTypes: false };
  return formats.flatMap((format) => {
    const { file } = format.schema;
    const schema = createSchema(format, kinds);
    const validator = `src/formats/${format.name}/validator.generated`;
    return [
      [`schemas/${file}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`],
      [`${validator}.js`, compileValidator(schema, file, options)],
      [`${validator}.d.ts`, declareValidator(file)],
    ];
  });
}

/**
 * The schema of a format's files: its own fields and nothing else, since all others are free.
 * @param {Format} format
 * @param {readonly KindDefinition[]} kinds
 */
function createSchema(format, kinds) {
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

/** @param {Format} format @param {readonly KindDefinition[]} kinds */
function createChainSchema({ lists, entryFields }, kinds) {
  /** @type {{ type: 'object', properties: Record<string, any>, required?: string[] }} */
  const chain = { type: 'object', properties: {} };
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

/**
 * Adds what is at a path of an object to its schema, where nothing is yet.
 * @param {{ properties: Record<string, any> }} schema
 * @param {readonly string[]} path
 * @param {object} property
 */
function addProperty(schema, [field = '', ...deeper], property) {
  const parent = { title: field, description: `What is in ${field}.`, type: 'object', properties: {} };
  schema.properties[field] ??= deeper.length === 0 ? property : parent;
  if (deeper.length > 0) addProperty(schema.properties[field], deeper, property);
}

/**
 * @param {import('../src/formats/format.js').EntryList} list
 * @param {KindDefinition} kind
 * @param {import('../src/formats/format.js').EntryFields} fields
 */
function createListSchema({ pointer, form }, { description, example }, fields) {
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

/** @param {string} field @param {string} example @param {import('../src/formats/format.js').EntryFields} fields */
function createEntrySchema(field, example, { address, provider, providerPolicy }) {
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

/** @param {string} title @param {string} description @param {string} example */
function describeString(title, description, example) {
  return { title, description, type: 'string', examples: [example] };
}

/** @param {object} schema @param {string} name @param {import('ajv').Options} options */
export function compileValidator(schema, name, options) {
  const ajv = new Ajv({ strict: true, ...options, code: { source: true, esm: true, lines: true } });
  return `// Compiled by ajv from schemas/${name}.schema.json: npm run generate\n${standaloneCode.default(ajv, ajv.compile(schema))}\n`;
}

/** @param {string} name */
function declareValidator(name) {
  return `import type { Validator } from '../format.js';

/** Validates a registry file against schemas/${name}.schema.json. */
export const validate: Validator;
`;
}
