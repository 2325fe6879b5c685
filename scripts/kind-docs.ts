// What schemas, pages and code say of the kinds of endpoints, from their definitions and the `docs.json` beside each.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { importTypeScript } from './import-typescript.js';
import { prettify, replacePart } from './pages.js';
import { listFamilies } from './rules-docs.js';
import { writeType } from './json-schema.js';
import type { Check } from '../src/checks/check.js';
import type { Format, EntryList, EntryFields } from '../src/formats/format.js';
import type { KindDefinition } from '../src/model/kind.js';

/** Fills the kinds into the schema of a report: their names, the families of their rules, and their facts. */
export function describeKinds(
  text: string,
  kinds: readonly KindDefinition[],
  docs: ReadonlyMap<string, KindDocs>,
) {
  const schema = JSON.parse(text);
  const { endpoint, finding } = schema.definitions;
  const names = [...kinds.map(({ kind }) => kind), 'query'];
  endpoint.properties.kind.enum = names;
  const families = listFamilies(kinds).map(([family]) => family);
  const { rule } = finding.properties;
  rule.pattern = replacePart(rule.pattern, /(?<=^\^\().*?(?=\))/, families.join('|'));
  endpoint.allOf = [
    ...[...docs.keys(), 'query'].map((kind) => ({
      if: { properties: { kind: { const: kind } } },
      then: { properties: { facts: { $ref: `#/definitions/${nameFacts(kind)}` } } },
    })),
    ...endpoint.allOf.filter(
      (one: { if: { properties: { kind?: object } } }) => one.if.properties.kind === undefined,
    ),
  ];
  for (const [kind, { facts }] of docs) {
    const { description, properties } = facts;
    const required = Object.keys(properties);
    const closed = { additionalProperties: false, required, properties };
    schema.definitions[nameFacts(kind)] = { type: 'object', description, ...closed };
  }
  return prettify('schemas/report.schema.json', JSON.stringify(schema, null, 2));
}

/** What pages and schemas say of a kind, from `docs.json` beside it: its facts as properties of a JSON schema, all else as Markdown. */
interface KindDocs {
  mustAnswer: string;
  connections: number;
  requests: string;
  facts: { description: string; properties: object };
}

/** In the order of the kinds. */
export async function readKindDocs(kinds: readonly KindDefinition[]): Promise<Map<string, KindDocs>> {
  const found = new Map();
  const nodeFacts = JSON.parse(await readFile('src/checks/node/facts.json', 'utf8')).properties;
  for (const path of await readdir('src/checks', { recursive: true })) {
    if (basename(path) !== 'docs.json') continue;
    const file = join('src/checks', path);
    const docs = JSON.parse(await readFile(file, 'utf8'));
    const exported = Object.values<object>(await importTypeScript(join(dirname(file), 'index.ts')));
    for (const check of exported.filter((value): value is Check => 'noFacts' in value))
      found.set(check.kind, addNodeFacts(check, docs, nodeFacts));
  }
  return new Map(kinds.flatMap(({ kind }) => (found.has(kind) ? [[kind, found.get(kind)]] : [])));
}

/** Adds the facts that kinds of nodes share, as far as this one has them. */
function addNodeFacts(
  { idFamily, noFacts }: Check,
  docs: KindDocs,
  nodeFacts: Readonly<Record<string, object>>,
) {
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

/** For each format, the field of each kind, and what is written there. */
export function listFields(formats: readonly Format[], kinds: readonly KindDefinition[]) {
  // In plain entries, each line names its kind.
  const listing = formats.filter(({ syntaxes }) => syntaxes?.[0] !== 'json-lines');
  return listing.map(({ name, lists, entryFields }) => {
    const listed = lists.filter(({ deriveAddress }) => deriveAddress === undefined);
    const fields = kinds.flatMap(({ kind }) => {
      const ofKind = listed.filter(
        (list) => list.kind === kind || Object.values(list.kindByScheme ?? {}).includes(kind),
      );
      const names = new Set(
        ofKind.map(({ pointer }) => `\`${pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.')}\``),
      );
      return names.size === 0 ? [] : [`${kind}: ${[...names].join(', ')}`];
    });
    const forms = new Set(listed.map(({ form }) => describeForm(form, entryFields)));
    return [`\`${name}\``, fields.join('; '), [...forms].join(', or ')];
  });
}

function describeForm(form: EntryList['form'], { provider, address }: EntryFields) {
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

function nameFacts(kind: string) {
  return `${kind.replace(/-./g, (part) => part.slice(1).toUpperCase())}Facts`;
}

/** The columns of the dashboard's table of kinds, in the order of the report. */
export function orderKinds(dashboard: string, kinds: readonly KindDefinition[]) {
  const [, indent = ''] = /(\s*)"chain\\\\kind": 0/.exec(dashboard) ?? [];
  const columns = kinds.map(({ kind }, index) => `,${indent}"${kind}": ${String(index + 1)}`);
  return replacePart(dashboard, /(?<="chain\\\\kind": 0)[^}]*?(?=\s*\})/, columns.join(''));
}

function quoteKinds(kinds: readonly KindDefinition[]) {
  return kinds.map(({ kind }) => `'${kind}'`);
}

export function declareKinds(kinds: readonly KindDefinition[]) {
  const all = quoteKinds(kinds);
  const webSocketKinds = quoteKinds(kinds.filter(({ isWebSocket }) => isWebSocket === true));
  const peerToPeerKinds = quoteKinds(kinds.filter(({ peerToPeer }) => peerToPeer === true));
  const families = [...new Set(kinds.map(({ idFamily }) => `'${idFamily}'`))];
  const otherNames = kinds.flatMap(({ kind, otherNames }) =>
    otherNames === undefined ? [] : `  ['${kind}', ${JSON.stringify(otherNames)}],\n`,
  );
  return `// From the list in src/checks/index.ts: npm run generate

/** A kind of endpoint that is checked. */
export type EndpointKind = ${all.join(' | ')};

/** All of them. */
export const endpointKinds: readonly EndpointKind[] = [${all.join(', ')}];

/** A kind of endpoint that is served over websockets. */
export type WebSocketKind = ${webSocketKinds.join(' | ')};

/** The kinds whose endpoints are peers of a network, not services for anybody. */
export const peerToPeerKinds: readonly string[] = [${peerToPeerKinds.join(', ')}];

/** The families of kinds whose chain ids can be compared. */
export const idFamilies = [${families.join(', ')}] as const;
export type IdFamily = (typeof idFamilies)[number];

/** What people call kinds besides their names. */
export const otherKindNames: ReadonlyMap<string, readonly string[]> = new Map([
${otherNames.join('')}]);
`;
}

/** The facts of each kind as types, from the schema of a report. */
export function declareFacts(text: string) {
  const { definitions } = JSON.parse(text);
  const kinds: readonly string[] = definitions.endpoint.properties.kind.enum;
  const rows = kinds.map((kind) => {
    const facts = definitions[nameFacts(kind)];
    const type = writeType(facts, definitions).replaceAll(/;\n(?!\})/g, ';\n\n');
    return `  /** ${facts.description} */\n  readonly '${kind}': ${type};\n`;
  });
  const declared = `// From schemas/report.schema.json: npm run generate

/** What endpoints report of themselves, by their kinds; null if unknown. */
export interface FactsByKind {
${rows.join('')}}
`;
  // The library has the same options by their names alone.
  return prettify('src/model/endpoint-facts.ts', declared.replaceAll(/--(\w+)/g, '`$1`'));
}

export function tabulateKinds(kinds: readonly Check[]) {
  const rows = kinds.map(({ kind, idFamily, isWebSocket, noun, listing, bindHint, statusHints, sign }) => {
    const facts = { idFamily, isWebSocket, noun, listing, bindHint, statusHints, sign };
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
