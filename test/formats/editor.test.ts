import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getLanguageService, type MarkupContent, TextDocument } from 'vscode-json-languageservice';
import { chainlist } from '../../src/formats/chainlist/index.js';
import { readMarkdown } from '../support/documents.js';

// The JSON support of VS Code and of most other editors, with the settings that docs/checking.md shows.
const service = getLanguageService({});
const { blocks } = readMarkdown(readFileSync('docs/checking.md', 'utf8'));
const settings = blocks.find(({ code }) => code.includes('"json.schemas"'))?.code ?? '';
const { 'json.schemas': schemas } = JSON.parse(settings) as {
  readonly 'json.schemas': readonly { readonly fileMatch: string[]; readonly url: string }[];
};
service.configure({
  schemas: schemas.map(({ fileMatch, url }) => ({
    uri: `file:///${url}`,
    fileMatch,
    schema: JSON.parse(readFileSync(url.replace('../endpoint-check/', ''), 'utf8')) as object,
  })),
});

/** A file in the editor; `|` is the cursor. */
function open(marked: string, path = 'chain/kava/param.json') {
  const text = marked.replace('|', '');
  const document = TextDocument.create(`file:///${path}`, 'json', 1, text);
  return {
    document,
    json: service.parseJSONDocument(document),
    cursor: document.positionAt(Math.max(0, marked.indexOf('|'))),
  };
}

function readText(content: string | MarkupContent): string {
  return typeof content === 'string' ? content : content.value;
}

async function complete(marked: string) {
  const { document, json, cursor } = open(marked);
  const completion = await service.doComplete(document, cursor, json);
  return (completion?.items ?? []).map(({ label, insertText, documentation }) => ({
    label,
    insertText,
    documentation: readText(documentation ?? ''),
  }));
}

async function hover(marked: string) {
  const { document, json, cursor } = open(marked);
  const contents = (await service.doHover(document, cursor, json))?.contents;
  // Markdown, with each character escaped that may be markup.
  return JSON.stringify(contents).replaceAll('\\\\', '');
}

describe('an editor with the schema', () => {
  test.each(['chain/kava/param.json', 'chain/kava/param_2.json', '_data/chains/eip155-250.json'])(
    'knows the format of %s',
    async (path) => {
      const { document, json } = open('{ "rpc": 7, "grpc_endpoint": 7 }', path);
      const marked = await service.doValidation(document, json, { schemaValidation: 'error' });
      expect(marked.map(({ message }) => readText(message))).toContain('Incorrect type. Expected "array".');
    },
  );

  test('marks errors at their place', async () => {
    const { document, json } = open(`{
  "chain_id_evm": "0x8ae",
  "grpc_endpoint": [
    { "provider": "Example" },
    { "provider": 7, "url": "grpc.example.com:443" },
    "grpc.example.com:443"
  ],
  "evm_rpc_endpoint": {},
}`);
    const marked = (await service.doValidation(document, json, { schemaValidation: 'error' })).map(
      ({ message, range }) => `${range.start.line + 1}: ${readText(message)}`,
    );
    expect(marked.sort()).toEqual([
      '4: Missing property "url".',
      '5: Incorrect type. Expected "string".',
      '6: Incorrect type. Expected "object".',
      '8: Incorrect type. Expected "array".',
      '8: Trailing comma',
    ]);
  });

  test('accepts a valid file, with any other fields', async () => {
    const { document, json } = open(
      '{ "params": {}, "chain_id": 1, "grpc_endpoint": [{ "provider": "A", "url": "a.example:443", "note": 1 }] }',
    );
    expect(await service.doValidation(document, json, { schemaValidation: 'error' })).toEqual([]);
  });

  test('offers the fields, each with a description', async () => {
    const items = await complete('{ | }');
    const claims = chainlist.lists.flatMap((list) => list.claims.map(({ name }) => name));
    const lists = chainlist.lists.map(({ pointer }) => pointer.slice(1));
    expect(items.map(({ label }) => label)).toEqual([...new Set([...claims, ...lists])]);
    for (const { documentation } of items) expect(documentation).toMatch(/^[A-Za-z].+\.$/);
  });

  test.each([
    ['a whole entry', '{ "grpc_endpoint": [ | ] }', '"url": "grpc.example.com:443"'],
    ['the fields of an entry', '{ "evm_rpc_endpoint": [ { | } ] }', '"url": '],
    ['a url of the kind', '{ "evm_rpc_endpoint": [ { "url": | } ] }', 'https://evm-rpc.example.com'],
    ['a chain id', '{ "chain_id_evm": | }', '"0x8ae"'],
  ])('offers %s', async (_, marked, label) => {
    expect((await complete(marked)).map(({ insertText }) => insertText).join()).toContain(label);
  });

  test.each([
    ['a list', '{ "grpc_|endpoint": [] }', 'gRPC endpoints of Cosmos SDK nodes, as host:port.'],
    [
      'a url',
      '{ "evm_rpc_endpoint": [ { "u|rl": "" } ] }',
      'The address, such as https://evm-rpc.example.com.',
    ],
    ['a provider', '{ "grpc_endpoint": [ { "pro|vider": "" } ] }', 'spelled as in the other files'],
    ['a chain id', '{ "chain_id_|cosmos": "kava_2222-10" }', 'every endpoint of the chain must report'],
  ])('explains %s', async (_, marked, explanation) => {
    expect(await hover(marked)).toContain(explanation);
  });
});
