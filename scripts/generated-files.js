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
  const { rules } = await importTypeScript('src/engine/rule-catalogue.ts');
  const schema = createSchema(checks);
  return [
    ['src/net/grpc/descriptors.generated.json', format(await loadDescriptors())],
    ['schemas/param.schema.json', format(schema)],
    ['src/registry/param-validator.generated.js', compileValidator(schema)],
    ['docs/rules.md', describeRules(rules)],
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

/** @type {Readonly<Record<string, string>>} */
const families = {
  param: 'The file',
  net: 'The network',
  tls: 'TLS',
  http: 'HTTP',
  grpc: 'gRPC',
  evm: 'EVM',
};

/**
 * The page of all rules, a section each.
 * @param {readonly import('../src/model/rule.js').Rule[]} rules
 */
function describeRules(rules) {
  const sections = Object.entries(families).map(([family, title]) => {
    const own = rules.filter(({ code }) => code.startsWith(`${family}/`));
    return `## ${title}\n\n${own.map(describeRule).join('\n')}`;
  });
  return `# Rules

What each rule means, why it matters and how to mend it; \`endpoint-check explain <rule>\` prints the same. An *error* fails the
entry, a *warning* and a *notice* do not. *Inconclusive* means that nothing was proved or disproved from where the check ran.

This page is generated from the rules themselves: \`npm run generate\`.

${sections.join('\n')}`;
}

/** @param {import('../src/model/rule.js').Rule} rule */
function describeRule({ code, severity, inconclusive, transient, summary, explanation }) {
  const weight = inconclusive === true ? 'inconclusive' : severity;
  const retried = transient === true ? ', dialled again before it is reported' : '';
  return `### ${code}\n\n*${weight}*${retried}. ${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n${explanation}\n`;
}
