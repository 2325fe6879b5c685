import { beforeAll, describe, expect, it } from 'vitest';
import { checks } from '../../checks/index.js';
import { defillama } from '../../formats/defillama/index.js';
import type { Format } from '../../formats/format.js';
import { hyperlane } from '../../formats/hyperlane/index.js';
import { superchain } from '../../formats/superchain/index.js';
import { fixText } from '../edit/fix-text.js';
import { loadFile } from '../load-file.js';
import { loadParsers } from './parsers.js';

beforeAll(() => loadParsers(['yaml', 'toml', 'javascript']));

/** The result of the fixes of a file. */
function fix(format: Format, path: string, text: string): string {
  const location = { path, format, chain: 'x', expected: null, list: null };
  const judge = (source: string) => loadFile(location, { text: source, problem: null }, checks).problems;
  return fixText(text, judge(text), { judge, accepts: () => true }).text;
}

const head = 'domainId: 1\nprotocol: ethereum\n';
const fixYaml = (body: string) => fix(hyperlane, 'metadata.yaml', head + body).replace(head, '');
const fixToml = (text: string) => fix(superchain, 'a.toml', text);
const fixJavaScript = (text: string) => fix(defillama, 'extraRpcs.js', text);
/** The chain of a module in JavaScript. */
const chain = (fields: string) => `export const x = { 1: { ${fields} } };\n`;

describe('a misspelled field is renamed as its key is written', () => {
  it.each([
    [
      'in YAML',
      'chain_id: 1 # x\r\n"rpc_urls" : # y\r\n  - HTTP: https://a.example\r\n    x:  1\r\n',
      'chainId: 1 # x\r\n"rpcUrls" : # y\r\n  - http: https://a.example\r\n    x:  1\r\n',
    ],
    [
      'in brackets of YAML',
      "chainId: 1\n'rpc-urls': [{HTTP: https://a.example}]\n",
      "chainId: 1\n'rpcUrls': [{http: https://a.example}]\n",
    ],
  ])('%s', (_, text, fixed) => {
    expect(fixYaml(text)).toBe(fixed);
  });

  it.each([
    ['chainId =  10 # x', 'chain_id =  10 # x'],
    ['"chainId" = 10', '"chain_id" = 10'],
    ["'chainId' = 10", "'chain_id' = 10"],
  ])('in TOML: %s', (line, fixed) => {
    const text = (field: string) =>
      `# x\r\n${field}\r\npublic_rpc = "https://a.example"\r\n[a]\r\nchainId = 1\r\n`;
    expect(fixToml(text(line))).toBe(text(fixed));
  });

  it.each([
    ['rpcs: [{ URL: "https://a.example" /* x */ }]', 'rpcs: [{ url: "https://a.example" /* x */ }]'],
    [`"RPCS" : ["https://a.example"], b: c()`, `"rpcs" : ["https://a.example"], b: c()`],
    [`'RPCS': []`, `'rpcs': []`],
  ])('in JavaScript: %s', (fields, fixed) => {
    expect(fixJavaScript(chain(fields))).toBe(chain(fixed));
  });

  it('in JavaScript, in a file of one chain', () => {
    const write = (name: string) => `export const data = { ${name}: ["https://a.example"], chainId: 1 };\n`;
    expect(fix(defillama, 'chainid-1.js', write('RPC'))).toBe(write('rpc'));
  });

  it.each([
    [
      'in an anchor that is needed elsewhere',
      'x: [&a {HTTP: https://a.example}]\nchainId: 1\nrpcUrls: [*a]\n',
    ],
    [
      'beside what is merged',
      'chainId: 1\nx: &a {http: https://a.example}\nrpcUrls: [{<<: *a, HTTP: https://b.example}]\n',
    ],
    ['if both are there', 'chainId: 1\nrpcUrls: [{http: https://a.example, HTTP: https://b.example}]\n'],
    ['to a list whose items would have to be objects', 'chainId: 1\nrpc_urls:\n  - https://a.example\n'],
  ])('but not %s in YAML', (_, text) => {
    expect(fixYaml(text)).toBe(text);
  });

  it.each([
    ['beside a spread', 'rpcs: [{ ...other, URL: "https://a.example" }]'],
    ['beside a computed field', 'RPCS: ["https://a.example"], [other]: 1'],
    ['if both are there', 'RPCS: [], rpcs: ["https://a.example"]'],
  ])('but not %s in JavaScript', (_, fields) => {
    expect(fixJavaScript(chain(fields))).toBe(chain(fields));
  });
});

describe('the later of two equal fields is removed', () => {
  it.each([
    ['on lines', 'a: 1 # x\nb:\n  c: 1\na: 1 # y\n# z\nb:\n  c: 1\n', 'a: 1 # x\nb:\n  c: 1\n# z\n'],
    ['of several lines', 'a: |\n  x\na: |\n  x\n# y\n', 'a: |\n  x\n# y\n'],
    ['at the end', 'a: 1\na: 1', 'a: 1\n'],
    ['without a value', 'a:\nb: 1\na:\n', 'a:\nb: 1\n'],
    ['in an item', 'x:\n  - a: 1\n    a: 1\n    b: 2\n', 'x:\n  - a: 1\n    b: 2\n'],
    ['in brackets', 'x: {a: 1, b: 2, a: 1}\n', 'x: {a: 1, b: 2}\n'],
  ])('in YAML %s', (_, text, fixed) => {
    expect(fixYaml(text)).toBe(fixed);
  });

  it.each([
    ['if it differs', 'a: 1\na: 2\n'],
    ['if it has another tag', 'a: 1\na: !!str 1\n'],
    ['if an alias in it has changed', 'p: &x 1\na: [*x]\nq: &x 2\na: [*x]\n'],
    ['if an alias needs its anchor', 'z: &x [2]\na: [1]\na: &x [1]\nb: *x\n'],
    ['if it shares its line', '? a\n: 1\n? a\n: 1\n'],
  ])('but not %s in YAML', (_, text) => {
    expect(fixYaml(text)).toBe(text);
  });

  it.each([
    ['on a line', chain('rpcs: [], "a": 1, a: 1,'), chain('rpcs: [], "a": 1,')],
    [
      'on lines',
      'export const x = {\n  1: { rpcs: [] },\n  // a\n  "1": { rpcs: [] }, // b\n};\n',
      'export const x = {\n  1: { rpcs: [] },\n  // a\n};\n',
    ],
  ])('in JavaScript %s', (_, text, fixed) => {
    expect(fixJavaScript(text)).toBe(fixed);
  });

  it.each([
    ['if it differs', 'rpcs: [], a: 1, a: 2'],
    ['if a spread stands between, whose value the later one wins over', 'rpcs: [], a: 1, ...other, a: 1'],
    ['if it is code', 'rpcs: [], a: [next()], a: [next()]'],
    ['if a comment stands in between', 'rpcs: [], a: 1, a: 1 /* b */, c: 1'],
  ])('but not %s in JavaScript', (_, fields) => {
    expect(fixJavaScript(chain(fields))).toBe(chain(fields));
  });
});

describe('all equal aliases but the first are removed', () => {
  const repeat = (part: string, count: number) => Array.from({ length: count }, () => part).join('');

  // More than are read at once.
  it.each([3, 1_500])('of %d', (count) => {
    const write = (aliases: string) => `chainId: 1\nx: &a {http: https://a.example}\nrpcUrls: [${aliases}]\n`;
    expect(fixYaml(write(repeat('*a, ', count)))).toBe(write('*a, '));
    expect(fixYaml(write(`*a${repeat(', *a', count)}`))).toBe(write('*a'));
  });
});
