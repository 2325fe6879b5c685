import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import protobuf from 'protobufjs';
import { describeAction, fill } from './action-docs.js';
import { importTypeScript } from './import-typescript.js';
import { drawOpening } from './picture.js';
import { generateProtoCode } from './proto-code.js';
import { createOpenApi, describeRoutes } from './query-api.js';
import { describeVerdicts } from './verdict-docs.js';

/**
 * The generated files, path and text.
 * @returns {Promise<[string, string][]>}
 */
export async function generateFiles() {
  const { checks } = await importTypeScript('src/checks/index.ts');
  const { chainlist } = await importTypeScript('src/formats/chainlist/index.ts');
  const { answerExamples } = await importTypeScript('src/service/api/answer-examples.ts');
  const { paramLimits, serviceRoutes } = await importTypeScript('src/service/api/service-routes.ts');
  const { rules } = await importTypeScript('src/engine/rule-catalogue.ts');
  const { faults } = await importTypeScript('test/faults/index.ts');
  const peers = await importTypeScript('test/faults/peer-differences.ts');
  const { peerStates } = await importTypeScript('test/nodes/peer-states.ts');
  const { orders, routes, tokenTypes } = await importTypeScript('src/query/routes.ts');
  const schema = createSchema(chainlist, checks);
  const reportSchema = nameKinds(await readFile('schemas/report.schema.json', 'utf8'), checks);
  return [
    ...(await generateProtoCode()),
    ['src/sandbox/descriptors.generated.json', format(await loadDescriptors())],
    ['schemas/param.schema.json', format(schema)],
    ['schemas/report.schema.json', reportSchema],
    [
      'src/formats/chainlist/param-validator.generated.js',
      compileValidator(schema, 'param', { allErrors: true }),
    ],
    [
      'src/engine/report-validator.generated.js',
      compileValidator(JSON.parse(reportSchema), 'report', {
        allowUnionTypes: true,
        strictRequired: false,
      }),
    ],
    ['docs/rules.md', describeRules(rules, checks)],
    [
      'docs/verdicts.md',
      describeVerdicts(
        rules,
        await importTypeScript('src/engine/chain/judge-chains.ts'),
        await importTypeScript('src/net/limit-texts.ts'),
      ),
    ],
    ['docs/opening.svg', await drawOpening(await readFile('README.md', 'utf8'))],
    [
      'schemas/query-api.openapi.json',
      format(createOpenApi(serviceRoutes, { orders, tokenTypes, limits: paramLimits }, answerExamples)),
    ],
    [
      'docs/query-api.md',
      fill(await readFile('docs/query-api.md', 'utf8'), 'routes', describeRoutes(routes)),
    ],
    [
      'docs/action.md',
      describeAction(await readFile('docs/action.md', 'utf8'), await readFile('action.yml', 'utf8')),
    ],
    [
      'docs/failures.md',
      describeFaults(faults, rules, JSON.parse(await readFile('test/faults/grpcurl.json', 'utf8'))) +
        describePeers(faults, peers, peerStates),
    ],
  ];
}

/** @param {unknown} value */
function format(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function loadDescriptors() {
  const root = new protobuf.Root();
  // One after the other, so that the order of the result does not depend on the disk.
  for (const file of ['grpc-reflection', 'cosmos-tendermint', 'cosmos-bank']) {
    await root.load(`schemas/${file}.proto`, { keepCase: true });
  }
  return root.toJSON();
}

/**
 * The schema of a format's files: its own fields and nothing else, since all others are free.
 * @param {import('../src/formats/format.js').Format} format
 * @param {readonly import('../src/model/kind.js').EndpointKind[]} kinds
 */
function createSchema({ schema: { title, description }, lists, entryFields }, kinds) {
  const claims = new Map(lists.flatMap((list) => list.claims).map((claim) => [claim.name, claim]));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    description,
    type: 'object',
    properties: Object.fromEntries([
      // For editors to complete and explain. A malformed chain id is only a warning, so the schema allows any value.
      ...[...claims.values()].map(({ name, description, example }) => [
        name,
        { title: name, description, examples: [example] },
      ]),
      ...lists.flatMap(({ kind, pattern }) => {
        const found = kinds.find((one) => one.kind === kind);
        const [, field = ''] = /^\/([^/]+)\/\*$/.exec(pattern) ?? [];
        if (found === undefined || field === '') return [];
        const items = createEntrySchema(field, found.example, entryFields);
        return [[field, { title: field, description: found.description, type: 'array', items, default: [] }]];
      }),
    ]),
  };
}

/**
 * @param {string} field
 * @param {string} example
 * @param {import('../src/formats/format.js').EntryFields} fields
 */
function createEntrySchema(field, example, { address, provider }) {
  return {
    title: `An entry of ${field}`,
    description: 'A public endpoint and who operates it.',
    type: 'object',
    required: [provider.name, address.name],
    properties: {
      [provider.name]: {
        title: provider.name,
        description: 'Name of the operator, spelled as in the other files of the registry.',
        type: 'string',
        examples: ['Example Validator'],
      },
      [address.name]: {
        title: address.name,
        description: `The address, such as ${example}.`,
        type: 'string',
        examples: [example],
      },
    },
    examples: [{ [provider.name]: 'Example Validator', [address.name]: example }],
  };
}

/**
 * Fills the kinds into the schema of a report, and the families of their rules.
 * @param {string} schema
 * @param {readonly import('../src/model/kind.js').EndpointKind[]} kinds
 */
function nameKinds(schema, kinds) {
  const names = [...kinds.map(({ kind }) => kind), 'query'];
  return schema
    .replace(
      /("kind": \{\s*"enum": \[).*(?=\])/,
      (_, start) => String(start) + names.map((name) => `"${name}"`).join(', '),
    )
    .replace(/"\^\(file\|.*?\)/, () => `"^(file|entry|chain|net|tls|http|${names.join('|')})`);
}

/**
 * @param {object} schema
 * @param {string} name
 * @param {import('ajv').Options} options
 */
function compileValidator(schema, name, options) {
  const ajv = new Ajv({ strict: true, ...options, code: { source: true, esm: true, lines: true } });
  return `// Compiled by ajv from schemas/${name}.schema.json: npm run generate\n${standaloneCode.default(ajv, ajv.compile(schema))}\n`;
}

/**
 * The page of all rules, a section each.
 * @param {readonly import('../src/model/rule.js').Rule[]} rules
 * @param {readonly import('../src/model/kind.js').EndpointKind[]} kinds
 */
function describeRules(rules, kinds) {
  const families = [
    ['file', 'The file'],
    ['entry', 'The entry'],
    ['net', 'The network'],
    ['tls', 'TLS'],
    ['http', 'HTTP'],
    ...kinds.map(({ kind, title }) => [kind, title]),
    ['query', 'The query API'],
  ];
  const sections = families.map(([family, title]) => {
    const own = rules.filter(({ code }) => code.startsWith(`${family}/`));
    return `## ${title}\n\n${own.map(describeRule).join('\n')}`;
  });
  return `# Rules

What each rule means, why it matters and how to fix it; \`endpoint-check explain <rule>\` prints the same. An *error* fails the
entry, a *warning* and a *notice* do not. *Inconclusive* means that nothing was proved or disproved from where the check ran.

This page is generated from the rules themselves: \`npm run generate\`.

${sections.join('\n')}`;
}

/** @param {import('../src/model/rule.js').Rule} rule */
function describeRule({ code, severity, inconclusive, transient, summary, explanation }) {
  const weight = inconclusive === true ? 'inconclusive' : severity;
  const retried = transient === true ? ', retried before it is reported' : '';
  return `### ${code}\n\n*${weight}*${retried}. ${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n\n${explanation}\n`;
}

/**
 * The page of failures, from the table of faults that the tests run the command against.
 * @param {readonly import('../test/faults/fault.js').Fault[]} faults
 * @param {readonly import('../src/model/rule.js').Rule[]} rules
 * @param {Readonly<Record<string, string>>} printed The output of grpcurl for each gRPC fault, and its version.
 */
function describeFaults(faults, rules, printed) {
  const summaries = new Map(rules.map(({ code, summary }) => [code, summary]));
  const rows = faults.map(({ kind, name, verdict, rules: codes }) => {
    const links = codes.map((code) => `[${code}](rules.md#${code.replace('/', '')})`);
    const meanings = codes.map((code) => summaries.get(code) ?? '');
    return [
      kind,
      name,
      verdict,
      links.join(', '),
      meanings.join('; '),
      kind === 'grpc' ? (printed[name] ?? '') : '',
    ];
  });
  const table = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return `# Failures

Ways in which an endpoint fails, and what endpoint-check reports. Each row is a real server in \`test/faults/\` that a test runs the
command against; \`npm run generate\` generates this page from the same table. The link of each rule leads to its fix.

| kind | endpoint | verdict | rule | meaning | output of grpcurl ${printed['version']} |
| --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`;
}

/**
 * The differences from other programs, a row for each reason.
 * @param {readonly import('../test/faults/fault.js').Fault[]} faults
 * @param {typeof import('../test/faults/peer-differences.js')} peers
 * @param {readonly import('../test/nodes/peer-states.js').PeerState[]} states
 */
function describePeers(faults, { peerDifferences, peersOf, peerVersions }, states) {
  /** @type {Map<string, string[]>} */
  const namesByRest = new Map();
  /**
   * @param {string} name
   * @param {Pick<import('../test/faults/peer-differences.js').PeerDifference, 'kind' | 'passes'>} difference
   * @param {string | undefined} verdict
   * @param {string | null} why
   */
  const add = (name, { kind, passes }, verdict, why) => {
    const results = peersOf[kind].map((peer) => `${peer} ${passes.includes(peer) ? 'pass' : 'fail'}`);
    const rest = `| ${verdict} | ${results.join(', ')} | ${why} |`;
    namesByRest.set(rest, [...(namesByRest.get(rest) ?? []), name]);
  };
  for (const difference of peerDifferences) {
    for (const name of difference.faults) {
      const fault = faults.find((one) => one.kind === difference.kind && one.name === name);
      add(`${difference.kind}: ${name}`, difference, fault?.verdict, difference.why);
    }
  }
  for (const state of states) {
    if (state.why === null) continue;
    const node = `a real ${state.kind === 'grpc' ? 'Cosmos SDK' : 'EVM'} node`;
    add(`${node}: ${state.name}`, state, state.verdict, state.why);
  }
  const rows = [...namesByRest].map(([rest, names]) => `| ${names.join('; ')} ${rest}`);
  return `
## Where other programs differ

grpcurl ${peerVersions.grpcurl} and \`buf curl\` ${peerVersions.buf} run against all gRPC servers above: they list the services and call GetNodeInfo. curl runs against all
EVM servers: it calls \`eth_getBlockByNumber\` and passes if there is a \`result\`. The same runs against a real Cosmos SDK node and a real EVM node
in several states (\`test/nodes/\`). All agree on pass and fail, except here:

| endpoint | verdict | what they report | why the verdict is right |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
