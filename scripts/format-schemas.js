// The schemas of the formats, and validators compiled from them and others.
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';

/**
 * The schema of a format's files: its own fields and nothing else, since all others are free.
 * @param {import('../src/formats/format.js').Format} format
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 */
export function createSchema(format, kinds) {
  const { schema, chains } = format;
  if (schema.content !== undefined) return schema.content;
  const head = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: schema.title,
    description: schema.description,
  };
  const chain = createChainSchema(format, kinds);
  if (chains === '') return { ...head, ...chain };
  const field = chains.slice(1, -2);
  const items = { title: `A chain of ${field}`, description: 'A chain and its endpoints.', ...chain };
  const list = { title: field, description: 'The chains.', type: 'array', items, default: [] };
  return { ...head, type: 'object', required: [field], properties: { [field]: list } };
}

/**
 * @param {import('../src/formats/format.js').Format} format
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 */
function createChainSchema({ lists, entryFields }, kinds) {
  /** @type {{ type: 'object', properties: Record<string, any>, required?: string[] }} */
  const chain = { type: 'object', properties: {} };
  // For editors to complete and explain. A malformed chain id is only a warning, so the schema allows any value.
  for (const { name, description, example } of lists.flatMap((list) => list.claims)) {
    const title = name.slice(name.lastIndexOf('.') + 1);
    addProperty(chain, `/${name.replaceAll('.', '/')}`, { title, description, examples: [example] });
  }
  for (const list of lists) {
    const found = kinds.find((one) => one.kind === list.kind);
    if (found === undefined) continue;
    addProperty(chain, list.pointer, createListSchema(list, found, list.entryFields ?? entryFields));
    if (list.required === true) chain.required = [list.pointer.slice(1)];
  }
  return chain;
}

/**
 * Adds what is at a JSON Pointer of an object to its schema, where nothing is yet.
 * @param {{ properties: Record<string, any> }} schema
 * @param {string} pointer
 * @param {object} property
 */
function addProperty(schema, pointer, property) {
  const [field = '', ...deeper] = pointer.slice(1).split('/');
  if (deeper.length === 0) schema.properties[field] ??= property;
  else {
    schema.properties[field] ??= {
      title: field,
      description: `What is in ${field}.`,
      type: 'object',
      properties: {},
    };
    addProperty(schema.properties[field], `/${deeper.join('/')}`, property);
  }
}

/**
 * @param {import('../src/formats/format.js').EntryList} list
 * @param {import('../src/model/kind.js').KindDefinition} kind
 * @param {import('../src/formats/format.js').EntryFields} fields
 */
function createListSchema({ pointer, form }, { description, example }, fields) {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  const head = { title: field, description };
  if (form === 'string') return { ...head, type: 'string', examples: [example] };
  const address = {
    title: `An address of ${field}`,
    description: `Such as ${example}.`,
    type: 'string',
    examples: [example],
  };
  if (form === 'strings') return { ...head, type: 'array', items: address, default: [] };
  const entry = createEntrySchema(field, example, fields);
  if (form === 'objects') return { ...head, type: 'array', items: entry, default: [] };
  // Where an item may be a string too, the keywords of objects apply to objects alone.
  const items = { ...entry, type: ['string', 'object'] };
  return { ...head, type: ['string', 'array'], items, default: [] };
}

/**
 * @param {string} field
 * @param {string} example
 * @param {import('../src/formats/format.js').EntryFields} fields
 */
function createEntrySchema(field, example, { address, provider, providerPolicy }) {
  const providers =
    provider === null
      ? {}
      : {
          [provider.name]: {
            title: provider.name,
            description: 'Name of the operator, spelled as in the other files of the registry.',
            type: 'string',
            examples: ['Example Validator'],
          },
        };
  const names = provider === null ? [] : [provider.name];
  return {
    title: `An entry of ${field}`,
    description: 'A public endpoint and who operates it.',
    type: 'object',
    required: [...(providerPolicy === 'required' ? names : []), address.name],
    properties: {
      ...providers,
      [address.name]: {
        title: address.name,
        description: `The address, such as ${example}.`,
        type: 'string',
        examples: [example],
      },
    },
    examples: [
      { ...(provider === null ? {} : { [provider.name]: 'Example Validator' }), [address.name]: example },
    ],
  };
}

/**
 * @param {object} schema
 * @param {string} name
 * @param {import('ajv').Options} options
 */
export function compileValidator(schema, name, options) {
  const ajv = new Ajv({ strict: true, ...options, code: { source: true, esm: true, lines: true } });
  return `// Compiled by ajv from schemas/${name}.schema.json: npm run generate\n${standaloneCode.default(ajv, ajv.compile(schema))}\n`;
}

/** @param {string} name */
export function declareValidator(name) {
  return `import type { Validator } from '../format.js';

/** Validates a registry file against schemas/${name}.schema.json. */
export const validate: Validator;
`;
}
