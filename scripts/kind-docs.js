// What schemas, pages and code say of the kinds of endpoints, from their definitions and the `docs.json` beside each.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { format as formatText, resolveConfig } from 'prettier';
import { importTypeScript } from './import-typescript.js';
import { fillTable, replacePart } from './pages.js';

/** @typedef {import('../src/model/kind.js').KindDefinition} KindDefinition */

/**
 * Fills the kinds into the schema of a report: their names, the families of their rules, and their facts.
 * @param {string} text
 * @param {readonly KindDefinition[]} kinds
 * @param {ReadonlyMap<string, KindDocs>} docs
 */
export function describeKinds(text, kinds, docs) {
  const schema = JSON.parse(text);
  const { endpoint, finding } = schema.definitions;
  const names = [...kinds.map(({ kind }) => kind), 'query'];
  endpoint.properties.kind.enum = names;
  const families = ['file', 'list', 'entry', 'chain', 'change', 'net', 'tls', 'http', ...names];
  const { rule } = finding.properties;
  rule.pattern = replacePart(rule.pattern, /(?<=^\^\().*?(?=\))/, families.join('|'));
  endpoint.allOf = [
    ...[...docs.keys(), 'query'].map((kind) => ({
      if: { properties: { kind: { const: kind } } },
      then: { properties: { facts: { $ref: `#/definitions/${nameFacts(kind)}` } } },
    })),
    ...endpoint.allOf.filter((/** @type {any} */ one) => one.if.properties.kind === undefined),
  ];
  for (const [kind, { facts }] of docs) {
    const { description, properties } = facts;
    const required = Object.keys(properties);
    const closed = { additionalProperties: false, required, properties };
    schema.definitions[nameFacts(kind)] = { type: 'object', description, ...closed };
  }
  return prettify('schemas/report.schema.json', JSON.stringify(schema, null, 2));
}

/**
 * What pages and schemas say of a kind, from `docs.json` beside it: its facts as properties of a JSON schema, all else as Markdown.
 * @typedef {{ mustAnswer: string, connections: number, requests: string, facts: { description: string, properties: object } }} KindDocs
 */

/** In the order of the kinds. @param {readonly KindDefinition[]} kinds @returns {Promise<Map<string, KindDocs>>} */
export async function readKindDocs(kinds) {
  const found = new Map();
  const nodeFacts = JSON.parse(await readFile('src/checks/node/facts.json', 'utf8')).properties;
  for (const path of await readdir('src/checks', { recursive: true })) {
    if (basename(path) !== 'docs.json') continue;
    const file = join('src/checks', path);
    const [check] = Object.values(await importTypeScript(join(dirname(file), 'index.ts')));
    found.set(check.kind, addNodeFacts(check, JSON.parse(await readFile(file, 'utf8')), nodeFacts));
  }
  return new Map(kinds.flatMap(({ kind }) => (found.has(kind) ? [[kind, found.get(kind)]] : [])));
}

/**
 * Adds the facts that kinds of nodes share, as far as this one has them.
 * @param {import('../src/checks/check.js').Check} check
 * @param {KindDocs} docs
 * @param {Readonly<Record<string, object>>} nodeFacts
 */
function addNodeFacts({ idFamily, noFacts }, docs, nodeFacts) {
  const text = { type: ['string', 'null'] };
  const id = idFamily === 'evm' ? { $ref: '#/definitions/quantity' } : text;
  const { address, ...after } = nodeFacts;
  const shared = {
    address,
    chainId: idFamily === 'evm' ? id : { ...id, description: 'The network of the node.' },
    otherChainId: { ...id, description: 'Another chain id that the endpoint reported in the same check.' },
  };
  const all = Object.entries({ ...shared, ...docs.facts.properties, ...after });
  const properties = Object.fromEntries(all.filter(([name]) => Object.hasOwn(noFacts, name)));
  return { ...docs, facts: { ...docs.facts, properties } };
}

/**
 * A page with its tables of kinds, each with its columns and rows.
 * @param {string} path
 * @param {readonly (readonly [readonly string[], readonly (readonly (string | number)[])[]])[]} tables
 */
export async function fillKinds(path, ...tables) {
  const page = await readFile(path, 'utf8');
  return prettify(
    path,
    tables.reduce((text, [columns, rows]) => fillTable(text, columns, rows), page),
  );
}

/**
 * For each format, the field of each kind, and what is written there.
 * @param {readonly import('../src/formats/format.js').Format[]} formats
 * @param {readonly KindDefinition[]} kinds
 */
export function listFields(formats, kinds) {
  // In plain entries, each line names its kind.
  const listing = formats.filter(({ syntaxes }) => syntaxes?.[0] !== 'json-lines');
  return listing.map(({ name, lists, entryFields }) => {
    const listed = lists.filter(({ deriveAddress }) => deriveAddress === undefined);
    const fields = kinds.flatMap(({ kind }) => {
      const ofKind = listed.filter(
        (list) => list.kind === kind || Object.values(list.kindByScheme ?? {}).includes(kind),
      );
      const names = new Set(ofKind.map(({ pointer }) => `\`${namePlace(pointer)}\``));
      return names.size === 0 ? [] : [`${kind}: ${[...names].join(', ')}`];
    });
    const forms = new Set(listed.map(({ form }) => describeForm(form, entryFields)));
    return [`\`${name}\``, fields.join('; '), [...forms].join(', or ')];
  });
}

/** @param {string} pointer */
function namePlace(pointer) {
  return pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.');
}

/** @param {import('../src/formats/format.js').EntryList['form']} form @param {import('../src/formats/format.js').EntryFields} fields */
function describeForm(form, { provider, address }) {
  const names = [...(provider === null ? [] : [provider.name]), address.name];
  const entry = `{ ${names.map((name) => `"${name}": "…"`).join(', ')} }`;
  const forms = {
    objects: `\`[${entry}]\``,
    strings: '`["…"]`',
    string: '`"…"`',
    any: `\`"…"\`, \`["…"]\` or \`[${entry}]\``,
  };
  return forms[form];
}

/** @param {string} kind */
function nameFacts(kind) {
  return `${kind.replace(/-./g, (part) => part.slice(1).toUpperCase())}Facts`;
}

/**
 * The columns of the dashboard's table of kinds, in the order of the report.
 * @param {string} dashboard
 * @param {readonly KindDefinition[]} kinds
 */
export function orderKinds(dashboard, kinds) {
  const [, indent = ''] = /(\s*)"chain\\\\kind": 0/.exec(dashboard) ?? [];
  const columns = kinds.map(({ kind }, index) => `,${indent}"${kind}": ${String(index + 1)}`);
  return replacePart(dashboard, /(?<="chain\\\\kind": 0)[^}]*?(?=\s*\})/, columns.join(''));
}

/** @param {readonly KindDefinition[]} kinds */
function quoteKinds(kinds) {
  return kinds.map(({ kind }) => `'${kind}'`);
}

/** @param {readonly KindDefinition[]} kinds */
export function declareKinds(kinds) {
  const all = quoteKinds(kinds);
  const webSocketKinds = quoteKinds(kinds.filter(({ isWebSocket }) => isWebSocket === true));
  const peerToPeerKinds = quoteKinds(kinds.filter(({ peerToPeer }) => peerToPeer === true));
  return `// From the list in src/checks/index.ts: npm run generate

/** A kind of endpoint that is checked. */
export type EndpointKind = ${all.join(' | ')};

/** All of them. */
export const endpointKinds: readonly EndpointKind[] = [${all.join(', ')}];

/** A kind of endpoint that is served over websockets. */
export type WebSocketKind = ${webSocketKinds.join(' | ')};

/** The kinds whose endpoints are peers of a network, not services for anybody. */
export const peerToPeerKinds: readonly string[] = [${peerToPeerKinds.join(', ')}];
`;
}

/** The facts of each kind as types, from the schema of a report. @param {string} text */
export function declareFacts(text) {
  const { definitions } = JSON.parse(text);
  /** @type {readonly string[]} */
  const kinds = definitions.endpoint.properties.kind.enum;
  const rows = kinds.map((kind) => {
    const facts = definitions[nameFacts(kind)];
    return `  /** ${facts.description} */\n  readonly '${kind}': ${writeType(facts, definitions)};\n`;
  });
  const declared = `// From schemas/report.schema.json: npm run generate

/** What endpoints report of themselves, by their kinds; null if unknown. */
export interface FactsByKind {
${rows.join('')}}
`;
  // The library has the same options by their names alone.
  return prettify('src/model/endpoint-facts.ts', declared.replaceAll(/--(\w+)/g, '`$1`'));
}

/** A schema as a type of TypeScript. @param {any} schema @param {Readonly<Record<string, any>>} definitions @returns {string} */
function writeType({ $ref, type, enum: values, items, properties }, definitions) {
  if ($ref !== undefined) return writeType(definitions[$ref.slice('#/definitions/'.length)], definitions);
  if (values !== undefined)
    return values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  const types = [type].flat().map((name) => {
    if (name === 'integer') return 'number';
    if (name === 'array') return `readonly ${writeType(items, definitions)}[]`;
    if (name !== 'object') return name;
    const fields = Object.entries(properties).map(([field, schema]) => {
      const { description = definitions[schema.$ref?.slice('#/definitions/'.length)]?.description } = schema;
      const note = description === undefined ? '' : `/** ${description} */\n`;
      return `\n${note}readonly ${field}: ${writeType(schema, definitions)};`;
    });
    return `{\n${fields.join('\n')}\n}`;
  });
  return types.join(' | ');
}

/** @param {readonly import('../src/checks/check.js').Check[]} kinds */
export function tabulateKinds(kinds) {
  const rows = kinds.map(({ kind, idFamily, isWebSocket, noun, listing, bindHint, statusHints }) => {
    const facts = { idFamily, isWebSocket, noun, listing, bindHint, statusHints };
    return `  '${kind}': ${JSON.stringify(facts)},\n`;
  });
  const names = quoteKinds(kinds.filter(({ isWebSocket }) => isWebSocket === true));
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

/** A text as prettier leaves it. @param {string} path @param {string} text */
async function prettify(path, text) {
  return formatText(text, { ...(await resolveConfig(path)), filepath: path });
}
