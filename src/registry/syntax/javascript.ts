import { type Expression, type ObjectExpression, Parser, type Property, type SpreadElement } from 'acorn';
import type { JsonDocument } from '../json/parse-json.js';
import { TooLargeError, valueLimit } from '../rules.js';
import { removeInBrackets, writeInBrackets, writeInline } from './bracket-writing.js';
import { findData } from './exported-data.js';
import { type Extent, ForeignError, type ForeignField, ForeignTree, type Part } from './foreign-tree.js';

/** Leaves out checks of code that take quadratic time. Source: https://github.com/acornjs/acorn/blob/8.16.0/acorn/src/scope.js and regexp.js. */
const DataParser = Parser.extend(
  (Base) =>
    class extends Base {
      declareName(): void {
        // A name may be declared twice.
      }
      checkLocalExport(): void {
        // An exported name may not be declared.
      }
      validateRegExpPattern(): void {
        // Nothing is run.
      }
    },
);

/**
 * Reads the data of a JavaScript module with positions: the object literal that its readers import. Nothing is run. Values that are no literals are
 * marked as code, and other code that may hold or change the data is unread. Throws a ForeignError or a TooLargeError.
 */
export function parseJavaScript(text: string): JsonDocument {
  let tokens = 0;
  try {
    const program = DataParser.parse(text, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      allowHashBang: true,
      onToken: () => {
        tokens += 1;
        if (tokens > valueLimit) throw new TooLargeError('values');
      },
    });
    const tree = new ForeignTree(text);
    const { data, unread } = findData(program, text);
    const root = data === null ? tree.object({ start: 0, end: 0 }, []) : readValue(tree, data);
    return tree.finish(root, unread.map(extentOf));
  } catch (error) {
    if (error instanceof RangeError) throw new ForeignError('nested too deeply', 0);
    if (!(error instanceof SyntaxError && 'pos' in error)) throw error;
    throw new ForeignError(explainFault(error.message, text, Number(error.pos)), Number(error.pos));
  }
}

/** The parser only says that a token is unexpected: where a value precedes it, mostly a comma is missing. */
function explainFault(message: string, text: string, offset: number): string {
  const [token] = /^(?:\w{1,30}|\S)/.exec(text.slice(offset)) ?? [];
  const fault = message.replace(/ \(\d+:\d+\)$/, '');
  if (fault !== 'Unexpected token') return fault.charAt(0).toLowerCase() + fault.slice(1);
  if (token === undefined) return 'the file ends in the middle of it';
  const followsValue = /["'`\w\]}]\s*$/.test(text.slice(Math.max(0, offset - 200), offset));
  return `unexpected ${token}${followsValue && /^["'`\w[{]/.test(token) ? ', a comma may be missing before it' : ''}`;
}

function extentOf({ start, end }: Extent): Extent {
  return { start, end };
}

function readValue(tree: ForeignTree, node: Expression): Part {
  const extent = extentOf(node);
  switch (node.type) {
    case 'Literal': {
      const { value } = node;
      if (typeof value === 'string') {
        const quote = tree.text.charAt(node.start);
        return tree.string(extent, value, (newValue) => writeString(newValue, quote));
      }
      return tree.scalar(extent, typeof value === 'number' || typeof value === 'boolean' ? value : null);
    }
    case 'TemplateLiteral': {
      const [only] = node.quasis;
      const value = node.expressions.length === 0 ? only?.value.cooked : null;
      return typeof value === 'string'
        ? tree.string(extent, value, (newValue) => writeString(newValue, '`'))
        : tree.code(extent);
    }
    case 'ArrayExpression': {
      const { elements } = node;
      const items = elements.flatMap((element) => (element === null ? [] : [element]));
      const parts = tree.descend(extent.start, () =>
        items.map((item) =>
          item.type === 'SpreadElement' ? tree.code(extentOf(item)) : readValue(tree, item),
        ),
      );
      const quote = tree.text.charAt(items.at(-1)?.start ?? -1) === "'" ? "'" : findQuote(tree.text);
      // A hole has a comma.
      const write = (value: string) => writeString(value, quote);
      const writing =
        elements.length === items.length
          ? writeInBrackets(tree.text, extent, items.map(extentOf), (item) => writeInline(item, ': ', write))
          : undefined;
      return tree.array(extent, parts, writing);
    }
    case 'ObjectExpression':
      return tree.descend(extent.start, () => readObject(tree, node));
    case 'UnaryExpression': {
      const { argument, operator } = node;
      return operator === '-' && argument.type === 'Literal' && typeof argument.value === 'number'
        ? tree.scalar(extent, -argument.value)
        : tree.code(extent);
    }
    default:
      return tree.code(extent);
  }
}

/**
 * Beside a spread or a computed field, no field is renamed or removed: that code may define the new name, or change the value between two equal
 * fields, of which the later one wins.
 */
function readObject(tree: ForeignTree, { start, end, properties }: ObjectExpression): Part {
  const fields = properties.map((property) => readProperty(tree, property));
  if (fields.some(({ isComputed }) => isComputed === true))
    return tree.object(
      { start, end },
      fields.map((field) => ({ ...field, rename: null })),
    );
  const remove = removeInBrackets(tree.text, { start, end }, properties.map(extentOf));
  return tree.object({ start, end }, fields, { remove });
}

function readProperty(tree: ForeignTree, property: Property | SpreadElement): ForeignField {
  if (property.type === 'SpreadElement') return readCode(tree, property);
  const { key, value, kind, computed, method, shorthand } = property;
  const name =
    key.type === 'Identifier' && !computed
      ? key.name
      : key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')
        ? String(key.value)
        : null;
  if (name === null || kind !== 'init' || method) return readCode(tree, property);
  return {
    name,
    key: extentOf(key),
    part: readValue(tree, value),
    // The name of a shorthand is its value as well.
    rename: shorthand ? null : (newName) => writeKey(newName, tree.text.charAt(key.start)),
  };
}

/** The name of a spread or a computed field, which is known only when it is run. No other field has it. */
function readCode(tree: ForeignTree, node: Extent): ForeignField {
  return {
    name: `code at ${node.start}`,
    key: extentOf(node),
    part: tree.code(extentOf(node)),
    rename: null,
    isComputed: true,
  };
}

function findQuote(text: string): string {
  const [, quote = '"'] = /(["'])(?:https?|wss?):/.exec(text) ?? [];
  return quote;
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function writeString(value: string, quote: string): string {
  const escaped = value.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? '\\\\');
  const quoted = escaped.replaceAll(quote, `\\${quote}`);
  return quote + (quote === '`' ? quoted.replaceAll('${', '\\${') : quoted) + quote;
}

function writeKey(name: string, first: string): string {
  if (first === '"' || first === "'") return writeString(name, first);
  return /^[a-z_$][\w$]*$/i.test(name) ? name : writeString(name, '"');
}
