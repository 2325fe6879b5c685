import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { format as formatText, resolveConfig } from 'prettier';
import protobuf from 'protobufjs';
import { describeAction, fill } from './action-docs.js';
import { compileAnswerValidators, declareAnswers, declareAnswerValidators } from './answer-types.js';
import { importTypeScript } from './import-typescript.js';
import { describeFixes } from './fixing-docs.js';
import { describeScenarios } from './history-docs.js';
import { describeOpinions } from './opinion-docs.js';
import { declareOptions, describeInputs } from './option-types.js';
import { drawOpening } from './picture.js';
import { generateProtoCode } from './proto-code.js';
import { createOpenApi, describeRoutes } from './query-api.js';
import { nameRelease } from './release-names.js';
import { describeRules } from './rules-docs.js';
import { loadProgram } from './run-program.js';
import { describeVerdicts } from './verdict-docs.js';

/**
 * The generated files, path and text.
 * @returns {Promise<[string, string][]>}
 */
export async function generateFiles() {
  const { checks } = await importTypeScript('src/checks/index.ts');
  const kindTable = /** @type {const} */ (['src/checks/kinds.generated.ts', tabulateKinds(checks)]);
  const kindTypes = /** @type {const} */ (['src/model/endpoint-kind.generated.ts', declareKinds(checks)]);
  /** @type {{ formats: readonly import('../src/formats/format.js').Format[] }} */
  const { formats } = await importTypeScript('src/formats/index.ts');
  const { answerExamples } = await importTypeScript('src/service/api/answer-examples.ts');
  const { paramLimits, serviceRoutes } = await importTypeScript('src/service/api/service-routes.ts');
  const { rules, wordProblem } = await importTypeScript('src/engine/rule-catalogue.ts', new Map([kindTable]));
  const { faults } = await importTypeScript('test/faults/index.ts');
  const { orders, routes, tokenTypes } = await importTypeScript('src/query/routes.ts');
  const options = await importTypeScript('src/engine/options/option-rows.ts');
  const { toKebabCase } = await importTypeScript('src/model/write-option.ts');
  const action = describeInputs(await readFile('action.yml', 'utf8'), options, toKebabCase);
  const schemas = formats.map((one) => ({ one, schema: createSchema(one, checks) }));
  const kindDocs = await readKindDocs(checks);
  const reportSchema = await describeKinds(
    await readFile('schemas/report.schema.json', 'utf8'),
    checks,
    kindDocs,
  );
  /** @type {[string, string][]} */
  const formatFiles = schemas.flatMap(({ one, schema }) => [
    [`schemas/${one.schema.file}.schema.json`, format(schema)],
    [
      `src/formats/${one.name}/validator.generated.js`,
      compileValidator(schema, one.schema.file, {
        allErrors: true,
        allowUnionTypes: true,
        strictTypes: false,
      }),
    ],
    [`src/formats/${one.name}/validator.generated.d.ts`, declareValidator(one.schema.file)],
  ]);
  const openApi = createOpenApi(serviceRoutes, { orders, tokenTypes, limits: paramLimits }, answerExamples);
  const program = await loadProgram(new Map([...formatFiles, kindTable, kindTypes]));
  return nameRelease([
    ...(await generateProtoCode()),
    ...formatFiles,
    ['src/sandbox/descriptors.generated.json', format(await loadDescriptors())],
    ['schemas/report.schema.json', reportSchema],
    [
      'src/engine/report-validator.generated.js',
      compileValidator(JSON.parse(reportSchema), 'report', {
        allowUnionTypes: true,
        strictRequired: false,
      }),
    ],
    [...kindTypes],
    [...kindTable],
    ['deploy/grafana.json', orderKinds(await readFile('deploy/grafana.json', 'utf8'), checks)],
    ['src/engine/check-options.generated.ts', declareOptions(options)],
    ['action.yml', action],
    ['docs/rules.md', describeRules(rules, checks, wordProblem)],
    [
      'docs/verdicts.md',
      describeVerdicts(
        rules,
        await importTypeScript('src/engine/chain/judge-chains.ts'),
        await importTypeScript('src/net/limit-texts.ts'),
      ),
    ],
    [
      'docs/history.md',
      fill(
        await readFile('docs/history.md', 'utf8'),
        'scenarios',
        describeScenarios(await importTypeScript('test/support/history-scenarios.ts')),
      ),
    ],
    // By the command, since the option prints this file.
    ['src/cli/help.generated.txt', (await program(['help'], '.')).stdout],
    ['docs/fixing.md', await describeFixes(rules, program)],
    ...(await drawOpening(await readFile('README.md', 'utf8'), program)),
    ['schemas/query-api.openapi.json', format(openApi)],
    ['src/query/answers.generated.ts', declareAnswers(openApi, routes)],
    ['src/query/answer-validators.generated.js', compileAnswerValidators(openApi, routes)],
    ['src/query/answer-validators.generated.d.ts', declareAnswerValidators(routes)],
    [
      'docs/query-api.md',
      fill(await readFile('docs/query-api.md', 'utf8'), 'routes', describeRoutes(routes)),
    ],
    [
      'docs/action.md',
      describeAction(
        describeAction(await readFile('docs/action.md', 'utf8'), action),
        await readFile('propose/action.yml', 'utf8'),
        'propose-',
      ),
    ],
    ['docs/checking.md', await fillKinds('docs/checking.md', 'kinds', tabulateAnswers(kindDocs))],
    ['docs/adopting.md', await fillKinds('docs/adopting.md', 'costs', tabulateCosts(kindDocs))],
    [
      'docs/library.md',
      (await readFile('docs/library.md', 'utf8')).replace(
        /(`kind` is an `EndpointKind`: )[^.]*/,
        (_, start) => String(start) + joinKinds(checks),
      ),
    ],
    [
      'docs/second-opinions.md',
      describeOpinions(
        faults,
        JSON.parse(await readFile('test/faults/opinions.json', 'utf8')),
        await importTypeScript('test/opinions/clients.ts'),
        await importTypeScript('test/opinions/differences.ts'),
      ),
    ],
  ]);
}

/**
 * A text as prettier leaves it.
 * @param {string} path
 * @param {string} text
 */
async function prettify(path, text) {
  return formatText(text, { ...(await resolveConfig(path)), filepath: path });
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
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 */
function createSchema(format, kinds) {
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
 * Fills the kinds into the schema of a report: their names, the families of their rules, and their facts.
 * @param {string} text
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 * @param {ReadonlyMap<string, KindDocs>} docs
 */
function describeKinds(text, kinds, docs) {
  const schema = JSON.parse(text);
  const { definitions } = schema;
  const { endpoint, finding } = definitions;
  const names = [...kinds.map(({ kind }) => kind), 'query'];
  endpoint.properties.kind.enum = names;
  finding.properties.rule.pattern = finding.properties.rule.pattern.replace(
    /^\^\(.*?\)/,
    `^(file|list|entry|chain|net|tls|http|${names.join('|')})`,
  );
  endpoint.allOf = [
    ...[...docs.keys(), 'query'].map((kind) => ({
      if: { properties: { kind: { const: kind } } },
      then: { properties: { facts: { $ref: `#/definitions/${nameFacts(kind)}` } } },
    })),
    ...endpoint.allOf.filter((/** @type {any} */ one) => one.if.properties.kind === undefined),
  ];
  const others = Object.entries(definitions).filter(
    ([name]) => name === 'queryFacts' || !name.endsWith('Facts'),
  );
  schema.definitions = Object.fromEntries([
    ...others.slice(0, 3),
    ...[...docs].map(
      ([
        kind,
        {
          facts: { description, properties },
        },
      ]) => [
        nameFacts(kind),
        {
          type: 'object',
          description,
          additionalProperties: false,
          required: Object.keys(properties),
          properties,
        },
      ],
    ),
    ...others.slice(3),
  ]);
  return prettify('schemas/report.schema.json', JSON.stringify(schema, null, 2));
}

/**
 * What pages and schemas say of a kind, from `docs.json` beside it: its facts as properties of a JSON schema, all else as Markdown.
 * @typedef {{ mustAnswer: string, connections: number, requests: string, facts: { description: string, properties: object } }} KindDocs
 */

/**
 * In the order of the kinds.
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 * @returns {Promise<Map<string, KindDocs>>}
 */
async function readKindDocs(kinds) {
  const found = new Map();
  for (const path of await readdir('src/checks', { recursive: true })) {
    if (basename(path) !== 'docs.json') continue;
    const file = join('src/checks', path);
    const [check] = Object.values(await importTypeScript(join(dirname(file), 'index.ts')));
    found.set(check.kind, JSON.parse(await readFile(file, 'utf8')));
  }
  return new Map(kinds.flatMap(({ kind }) => (found.has(kind) ? [[kind, found.get(kind)]] : [])));
}

/**
 * A page with a table of kinds.
 * @param {string} path
 * @param {string} mark
 * @param {readonly string[]} rows
 */
async function fillKinds(path, mark, rows) {
  return prettify(path, fill(await readFile(path, 'utf8'), mark, rows));
}

/** @param {ReadonlyMap<string, KindDocs>} docs */
function tabulateAnswers(docs) {
  const rows = [...docs].map(([kind, { mustAnswer }]) => `| \`${kind}\` | ${mustAnswer} |`);
  return ['| kind | what must answer |', '| --- | --- |', ...rows];
}

/** @param {ReadonlyMap<string, KindDocs>} docs */
function tabulateCosts(docs) {
  const rows = [...docs].map(
    ([kind, { connections, requests }]) => `| ${kind} | ${String(connections)} | ${requests} |`,
  );
  return ['| kind | connections | requests on them |', '| --- | --- | --- |', ...rows];
}

/** @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds */
function joinKinds(kinds) {
  const names = kinds.map(({ kind }) => `\`${kind}\``);
  return `${names.slice(0, -1).join(', ')} or ${String(names.at(-1))}`;
}

/** @param {string} kind */
function nameFacts(kind) {
  return `${kind.replace(/-./g, (part) => part.slice(1).toUpperCase())}Facts`;
}

/**
 * The columns of the dashboard's table of kinds, in the order of the report.
 * @param {string} dashboard
 * @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds
 */
function orderKinds(dashboard, kinds) {
  return dashboard.replace(
    /(\s*)("chain\\\\kind": 0)[^}]*?(?=\s*\})/,
    (_, /** @type {string} */ indent, /** @type {string} */ first) =>
      indent +
      [first, ...kinds.map(({ kind }, index) => `"${kind}": ${String(index + 1)}`)].join(`,${indent}`),
  );
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

/** @param {string} name */
function declareValidator(name) {
  return `import type { Validator } from '../format.js';

/** Validates a registry file against schemas/${name}.schema.json. */
export const validate: Validator;
`;
}

/** @param {readonly import('../src/model/kind.js').KindDefinition[]} kinds */
function declareKinds(kinds) {
  const union = (/** @type {typeof kinds} */ some) =>
    some.length === 0 ? 'never' : some.map(({ kind }) => `'${kind}'`).join(' | ');
  return `// From the list in src/checks/index.ts: npm run generate

/** A kind of endpoint that is checked. */
export type EndpointKind = ${union(kinds)};

/** All of them. */
export const endpointKinds: readonly EndpointKind[] = [${kinds.map(({ kind }) => `'${kind}'`).join(', ')}];

/** A kind of endpoint that is served over websockets. */
export type WebSocketKind = ${union(kinds.filter(({ isWebSocket }) => isWebSocket === true))};

/** The kinds whose endpoints are peers of a network, not services for anybody. */
export const peerToPeerKinds: readonly string[] = [${kinds
    .filter(({ peerToPeer }) => peerToPeer === true)
    .map(({ kind }) => `'${kind}'`)
    .join(', ')}];
`;
}

/** @param {readonly import('../src/checks/check.js').Check[]} kinds */
function tabulateKinds(kinds) {
  const rows = kinds.map(({ kind, idFamily, isWebSocket, noun, listing, bindHint, statusHints }) => {
    const facts = { idFamily, isWebSocket, noun, listing, bindHint, statusHints };
    return `  '${kind}': ${JSON.stringify(facts)},\n`;
  });
  const names = kinds.filter(({ isWebSocket }) => isWebSocket === true).map(({ kind }) => `'${kind}'`);
  return `// From the definitions of the kinds, listed in src/checks/index.ts: npm run generate
import type { EndpointKind, WebSocketKind } from '../model/endpoint-kind.generated.js';
import type { KindFacts } from './check.js';

/** What checks know of kinds other than their own. */
export const kinds: Readonly<Record<EndpointKind, KindFacts>> = {
${rows.join('')}};

/** The kinds that are served over websockets. */
export const webSocketKinds: readonly WebSocketKind[] = [${names.join(', ')}];
`;
}
