import assert from 'node:assert/strict';
import { formats } from '../../../src/formats/index.js';
import type { Format } from '../../../src/formats/format.js';
import { getValue, isJsonObject, type JsonValue } from '../../../src/model/json.js';
import { applyEdits, removeParts } from '../../../src/registry/edit/edits.js';
import { insertEntry } from '../../../src/registry/edit/chain-edits.js';
import type { JsonNode } from '../../../src/registry/json/json-node.js';
import { parseJson } from '../../../src/registry/json/parse-json.js';
import { listSeedFiles } from './seed-files.js';
import { readJson, type Target } from './target.js';

const entry = { address: 'https://new.example.com', provider: 'New' };

/** The changes of `add` and `remove`: the intended value, and no other byte. */
export const editTarget: Target = {
  name: 'edits',
  longest: 6_000,
  seeds: [
    '{"grpc_endpoint":[],"evm_rpc_endpoint":[{"provider":"a","url":"b"},{"provider":"a","url":"b"}]}',
    '{\r\n\t"apis": {\r\n\t\t"grpc": [\r\n\t\t\t{"address": "a", "provider": "b"}\r\n\t\t]\r\n\t}\r\n}\r\n',
    '{ "rpc" : "https://a.example" , "api" : [ "b" , "c" ] }',
    '{"a":[1,2,\n\n3, 4\n],"b":{}}',
    ...listSeedFiles('fixtures/registries', 'param.json', 8).map(({ text }) => text),
    ...listSeedFiles('fixtures/real/pingpub', '.json', 4).map(({ text }) => text),
  ],
  check: (text) => {
    const parsed = parseJson(text);
    if (!('tree' in parsed)) return;
    const { tree, value } = parsed;
    for (const format of formats)
      for (const list of format.lists) checkInsertion(text, tree, value, format, list);
    checkRemovals(text, tree);
  },
};

function checkInsertion(
  text: string,
  tree: JsonNode,
  value: JsonValue,
  format: Format,
  list: Format['lists'][number],
): void {
  const edits = insertEntry({ text, tree }, { pointer: '' }, format, list, entry);
  if (edits === null) return;
  for (const { offset, length } of edits)
    assert.match(text.slice(offset, offset + length), /^\s*$/, 'it removes more than blanks');
  const after = readJson(applyEdits(text, edits)) as JsonValue | undefined;
  assert.ok(after !== undefined, 'it does not parse');
  const [before, now] = [getValue(value, list.pointer), getValue(after, list.pointer)];
  const items = Array.isArray(now) ? (now as readonly JsonValue[]) : [now];
  const last = items.at(-1);
  const address = isJsonObject(last) ? last[format.entryFields.address.name] : last;
  assert.equal(address, entry.address, 'not the last item');
  const kept = Array.isArray(before) ? (before as readonly JsonValue[]) : before === null ? [] : [before];
  assert.deepEqual(items.slice(0, -1), kept, 'another item changed');
  const [, top = ''] = list.pointer.split('/');
  assert.deepEqual(omit(after, top), omit(value, top), 'another field changed');
}

function omit(value: JsonValue, name: string): JsonValue {
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([field]) => field !== name))
    : value;
}

function checkRemovals(text: string, node: JsonNode): void {
  const source = text.slice(node.offset, node.offset + node.length);
  const value = JSON.parse(source) as JsonValue;
  if (node.type === 'array') {
    // Every second, all, the first and the last.
    const choices = [
      (index: number) => index % 2 === 0,
      () => true,
      (index: number) => index === 0,
      (index: number) => index === node.items.length - 1,
    ];
    for (const choose of choices) {
      const indices = node.items.flatMap((_, index) => (choose(index) ? [index] : []));
      const after = applyEdits(text, removeParts(text, node, indices));
      const rest = text.length - node.offset - node.length;
      assert.ok(
        after.startsWith(text.slice(0, node.offset)) && after.endsWith(text.slice(text.length - rest)),
        'something else changed',
      );
      const left = JSON.parse(after.slice(node.offset, after.length - rest)) as JsonValue;
      assert.deepEqual(
        left,
        (value as JsonValue[]).filter((_, index) => !choose(index)),
        'not what is left',
      );
    }
    for (const item of node.items) checkRemovals(text, item);
  } else if (node.type === 'object') {
    const names = new Set(node.fields.map(({ name }) => name));
    const [first] = node.fields;
    if (first !== undefined && names.size === node.fields.length) {
      const after = applyEdits(text, removeParts(text, node, [0]));
      const rest = text.length - node.offset - node.length;
      assert.deepEqual(
        JSON.parse(after.slice(node.offset, after.length - rest)),
        omit(value, first.name),
        'not what is left',
      );
    }
    for (const field of node.fields) checkRemovals(text, field.value);
  }
}
