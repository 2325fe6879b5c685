import assert from 'node:assert/strict';
import { checks } from '../../../src/checks/index.js';
import { defillama } from '../../../src/formats/defillama/index.js';
import { hyperlane } from '../../../src/formats/hyperlane/index.js';
import { superchain } from '../../../src/formats/superchain/index.js';
import type { Format } from '../../../src/formats/format.js';
import { applyEdits, removeAt } from '../../../src/registry/edit/edits.js';
import { type LoadedFile, loadFile } from '../../../src/registry/load-file.js';
import { parseFile } from '../../../src/registry/parse-file.js';
import { chooseSyntax, loadParsers } from '../../../src/registry/syntax/syntaxes.js';
import { judgeText } from '../../support/registry-files.js';
import type { Target } from './target.js';

/** Files that are not JSON: each address is where its entry says, each fix and removal leaves a readable file without the removed parts. */
function createTarget(format: Format, path: string, seeds: readonly string[]): Target {
  const location = { path, format, chain: null, expected: null, list: null };
  const syntax = chooseSyntax(path, format, '');
  const load = (text: string) => loadFile(location, { text, problem: null }, checks);
  return {
    name: syntax,
    seeds,
    check: async (input) => {
      // As it is decoded.
      const text = Buffer.from(input).toString();
      await loadParsers([syntax]);
      const { entries, complete } = load(text);
      for (const [{ problem }, fix] of judgeText(location, text).fixes) {
        assert.ok(isReadable(load(applyEdits(text, fix.edits))), `${problem.code} breaks the file`);
      }
      const { document } = parseFile({ text, problem: null }, { syntax });
      if (document === null || !complete) return;
      const [first] = entries;
      const edits = first === undefined ? [] : removeAt(text, document.tree, [first.place.pointer ?? '']);
      if (first === undefined || edits.length === 0) return;
      const after = load(applyEdits(text, edits));
      assert.ok(isReadable(after), 'a removal breaks the file');
      assert.ok(after.entries.length < entries.length, 'nothing is removed');
    },
  };
}

function isReadable({ problems }: LoadedFile): boolean {
  return !problems.some(({ problem }) => problem.code === 'file/invalid-syntax');
}

export const foreignTargets: readonly Target[] = [
  createTarget(hyperlane, 'metadata.yaml', [
    'domainId: 1\nprotocol: ethereum\nchainId: 1\nrpcUrls: # x\n  - http: https://a.example.com # y\n  - http: "ttps://b.example.com"\n    webSocket: wss://b.example.com\n',
    "domainId: 1\r\nprotocol: cosmos\r\nrpcUrls: [{http: 'https:/a.example'}, {http: b}]\r\nx: &a [1]\r\ny: *a\r\n",
    'domainId: 1\nprotocol: ethereum\nchain_id: 1\nname: |\n  a\nname: |\n  a\nx: {a: 1, a: 1}\nrpc_urls:\n  - HTTP: https://a.example\n    max: 1\n    max: 1 # x\n',
    'domainId: 1\nprotocol: ethereum\nrpcUrls:\n- http: |\n    https://a.example\n- &b\n  http: x\n- *b\n',
  ]),
  createTarget(superchain, 'op.toml', [
    '"chainId" = 10\npublic_rpc = "https://a.example"\na.b = 1\n[a.c]\nchainId = 1\n',
    "chain_id = 10\npublic_rpc = \"ttps://a.example\"\nsequencer_rpc = '''b'''\n[a.b]\nc = { d = [1, 2] }\n[[e]]\n[[e]]\nf.g = 1979-05-27\n",
  ]),
  createTarget(defillama, 'extraRpcs.js', [
    'export const x = {\n  1: { rpcs: [\n    "ttps://a.example", // a\n    { url: \'b\' },\n    `c`,\n    ...d,\n  ] },\n  1_0: { rpcs: ["https://a.example", "https://b.example"] },\n};\n',
    'export const x = { 1: { RPCS: [{ URL: "https://a.example", b: 1, "b": 1 }], ...c }, 2: { RPCS: [] }, 2: { RPCS: [] } };\n',
    'module.exports = { chainId: 1, rpc: ["https://a.example" /* x */, "b"] };\n',
  ]),
];
