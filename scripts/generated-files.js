import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import protobuf from 'protobufjs';
import { importTypeScript } from './import-typescript.js';

/**
 * The generated files, path and text.
 * @returns {Promise<[string, string][]>}
 */
export async function generateFiles() {
  const { checks } = await importTypeScript('src/checks/index.ts');
  const schema = createSchema(checks);
  return [
    ['src/net/grpc/descriptors.generated.json', format(await loadDescriptors())],
    ['schemas/param.schema.json', format(schema)],
    ['src/registry/param-validator.generated.js', compileValidator(schema)],
  ];
}

/** @param {unknown} value */
function format(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function loadDescriptors() {
  const root = new protobuf.Root();
  await root.load(['schemas/grpc-reflection.proto', 'schemas/cosmos-tendermint.proto'], { keepCase: true });
  return root.toJSON();
}

/**
 * The schema of a registry file: the kinds' members and nothing else, since all others are free.
 * @param {readonly import('../src/model/kind.js').EndpointKind[]} kinds
 */
function createSchema(kinds) {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Chain parameters',
    description:
      'The parameters of a chain, at chain/<chain>/param.json. Members that are not named here are free.',
    type: 'object',
    properties: Object.fromEntries(
      kinds.map(({ member, description, example }) => [
        member,
        { title: member, description, type: 'array', items: createEntrySchema(example) },
      ]),
    ),
  };
}

/** @param {string} example */
function createEntrySchema(example) {
  return {
    type: 'object',
    required: ['provider', 'url'],
    properties: {
      provider: { description: 'Name of the operator.', type: 'string', examples: ['Example Validator'] },
      url: { description: `Like ${example}.`, type: 'string', examples: [example] },
    },
  };
}

/** @param {object} schema */
function compileValidator(schema) {
  const ajv = new Ajv({ allErrors: true, strict: true, code: { source: true, esm: true, lines: true } });
  return `// Compiled by ajv from schemas/param.schema.json: npm run generate\n${standaloneCode.default(ajv, ajv.compile(schema))}\n`;
}
