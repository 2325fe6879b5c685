import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { JsonNode } from '../json/json-node.js';
import { parseJson } from '../json/parse-json.js';
import { applyEdits, removeAt, removeParts } from './edits.js';
import { insertItem } from './insert-item.js';

function parseTree(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!('tree' in parsed)) throw new Error(`not JSON: ${text}`);
  return parsed.tree;
}

/** A style in which a person or a program writes JSON. */
interface WritingStyle {
  readonly newline: string;
  readonly unit: string;
  readonly colon: string;
  /** The white space before and after a comma, in parts on several lines and in parts on one line. */
  readonly comma: readonly [before: string, after: string];
  readonly inlineComma: string;
  /** Empty lines between parts on several lines. */
  readonly emptyLines: number;
  /** Commas at the starts of lines. */
  readonly commaFirst: boolean;
  /** Blanks inside the brackets of parts on one line. */
  readonly padding: string;
  readonly brokenLists: boolean;
  readonly brokenItems: boolean;
  /** The first item on the line of the bracket: `[{`. */
  readonly hugged: boolean;
  readonly end: string;
}

const style: fc.Arbitrary<WritingStyle> = fc.record({
  newline: fc.constantFrom('\n', '\r\n'),
  unit: fc.constantFrom('', ' ', '  ', '   ', '    ', '\t'),
  colon: fc.constantFrom(':', ': ', ' : ', ' :\t'),
  comma: fc.constantFrom<[string, string]>(['', ''], [' ', '']),
  inlineComma: fc.constantFrom(',', ', ', ' , ', ',  '),
  emptyLines: fc.constantFrom(0, 0, 0, 1),
  commaFirst: fc.boolean(),
  padding: fc.constantFrom('', ' '),
  brokenLists: fc.boolean(),
  brokenItems: fc.boolean(),
  hugged: fc.boolean(),
  end: fc.constantFrom('', '\n', '\r\n'),
});

/** Writes a value in a style. It shares no code with the product, so that it tells independently how a text must look. */
function write(value: JsonValue, style: WritingStyle, indent = ''): string {
  const isList = Array.isArray(value);
  if (!isList && !isJsonObject(value)) return JSON.stringify(value);
  const parts: readonly [string, JsonValue][] = isList
    ? (value as readonly JsonValue[]).map((item) => ['', item])
    : Object.entries(value).map(([key, field]) => [JSON.stringify(key) + style.colon, field]);
  const [open, close] = isList ? '[]' : '{}';
  if (parts.length === 0) return `${open ?? ''}${close ?? ''}`;
  const isItem = !isList && Object.values(value).every((field) => typeof field === 'string');
  const isBroken = isItem ? style.brokenItems : isList ? style.brokenLists : true;
  const inner = indent + style.unit;
  const line = style.newline.repeat(style.emptyLines) + style.newline + inner;
  const separator = !isBroken
    ? style.inlineComma
    : style.commaFirst
      ? `${line},${style.comma[0]}`
      : `${style.comma[0]},${line}`;
  const isHugged = isBroken && isList && style.hugged;
  const start = !isBroken ? style.padding : isHugged ? '' : style.newline + inner;
  const end = isBroken ? style.newline + indent : style.padding;
  const texts = parts.map(([key, part], index) => {
    const isOnOwnLine = isBroken && !(isHugged && index === 0);
    return key + write(part, style, isOnOwnLine ? inner : indent);
  });
  return `${open ?? ''}${start}${texts.join(separator)}${end}${close ?? ''}`;
}

const word = fc.string({ maxLength: 8, unit: 'grapheme' });
const entry = fc.record({ address: word, provider: word });
const entries = fc.array(entry, { minLength: 2, maxLength: 5 });
const strings = fc.array(word, { minLength: 2, maxLength: 5 });

describe('a list stays in its style', () => {
  test('items are appended as its writer would have written them', () => {
    fc.assert(
      fc.property(style, fc.oneof(entries, strings), entries, fc.integer(), (form, list, rest, seed) => {
        const item = typeof list[0] === 'string' ? 'x' : { address: 'x', provider: 'y' };
        const chain = (grpc: JsonValue) => ({ name: 'a', apis: { rest: rest, grpc }, other: 'b' });
        const text = write(chain(list), form) + form.end;
        const place = { pointer: '/apis/grpc', siblings: seed % 2 === 0 ? [] : ['/apis/rest'] };
        const edits = insertItem(text, parseTree(text), place, item);
        expect(applyEdits(text, edits ?? [])).toBe(write(chain([...list, item]), form) + form.end);
      }),
    );
  });

  test('the first item and a missing list are written like their sibling', () => {
    fc.assert(
      fc.property(style, entries, fc.boolean(), (form, rest, isMissing) => {
        const chain = (grpc: readonly JsonValue[]) => ({
          name: 'a',
          apis: { rest: rest, ...(isMissing && grpc.length === 0 ? {} : { grpc }) },
        });
        const text = write(chain([]), form) + form.end;
        // A single field does not show the separator.
        fc.pre(!isMissing || (!form.commaFirst && form.comma[0] === '' && form.emptyLines === 0));
        const place = { pointer: '/apis/grpc', siblings: ['/apis/rest'] };
        const item = { address: 'x', provider: 'y' };
        const edits = insertItem(text, parseTree(text), place, item);
        expect(applyEdits(text, edits ?? [])).toBe(write(chain([item]), form) + form.end);
      }),
    );
  });

  test('any of its items can be removed at once', () => {
    fc.assert(
      fc.property(style, fc.oneof(entries, strings), fc.uniqueArray(fc.nat(4)), (form, list, removed) => {
        // Another item moves to the bracket, and keeps the indent of its line.
        fc.pre(!(form.hugged && form.brokenLists && form.brokenItems && removed.includes(0)));
        const text = write({ grpc: list, a: 1 }, form);
        const [field] = parseTree(text).fields;
        if (field === undefined) throw new Error('no field');
        const left = (list as readonly JsonValue[]).filter((_, index) => !removed.includes(index));
        const edits = removeParts(text, field.value, removed);
        expect(applyEdits(text, edits)).toBe(write({ grpc: left, a: 1 }, form));
      }),
    );
  });

  test('any of the fields of an object can be removed at once', () => {
    fc.assert(
      fc.property(style, fc.uniqueArray(fc.nat(3)), (form, removed) => {
        const fields: [string, JsonValue][] = [
          ['a', 1],
          ['b', ['x']],
          ['c', {}],
          ['d', null],
        ];
        const text = write(Object.fromEntries(fields), form);
        const tree = parseTree(text);
        const edits = removeParts(text, tree, removed);
        const left = fields.filter((_, index) => !removed.includes(index));
        expect(applyEdits(text, edits)).toBe(write(Object.fromEntries(left), form));
      }),
    );
  });
});

describe('whatever the white space, nothing else changes', () => {
  const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r\n', '\r'), maxLength: 4 });
  /** A list with different white space at each place. */
  const wild = fc.array(fc.tuple(word, space, space, space, space), { maxLength: 5 }).chain((items) =>
    fc.tuple(fc.constant(items), fc.boolean(), space, space).map(([parts, isList, before, after]) => ({
      size: parts.length,
      text: `{"a"${before}:${after}[${
        parts.length === 0
          ? before
          : parts
              .map(([value, s1, s2, s3, s4]) =>
                isList
                  ? s1 + JSON.stringify(value) + s2
                  : `${s1}{${s2}"address"${s3}:${s4}${JSON.stringify(value)}${s2}}${s1}`,
              )
              .join(',')
      }]${after}}`,
      item: isList ? 'x' : { address: 'x', provider: 'y' },
    })),
  );

  test('an item that was added can be removed without a trace', () => {
    fc.assert(
      fc.property(wild, ({ size, text, item }) => {
        const place = { pointer: '/a', siblings: [] };
        const added = applyEdits(text, insertItem(text, parseTree(text), place, item) ?? []);
        const before = JSON.parse(text) as { readonly a: readonly JsonValue[] };
        expect(JSON.parse(added)).toEqual({ a: [...before.a, item] });
        const removed = applyEdits(added, removeAt(added, parseTree(added), [`/a/${size}`]));
        expect(removed).toBe(size === 0 ? text.replace(/\[\s*\]/, '[]') : text);
      }),
    );
  });

  test('the removed part is gone, and the rest keeps its value', () => {
    fc.assert(
      fc.property(wild, fc.uniqueArray(fc.nat(4)), ({ text }, removed) => {
        const edits = removeAt(
          text,
          parseTree(text),
          removed.map((index) => `/a/${index}`),
        );
        const before = JSON.parse(text) as { readonly a: readonly JsonValue[] };
        const left = before.a.filter((_, index) => !removed.includes(index));
        expect(JSON.parse(applyEdits(text, edits))).toEqual({ a: left });
        expect(edits.every((edit) => edit.text === '')).toBe(true);
      }),
    );
  });
});
