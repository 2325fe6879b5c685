import type { ItemDefinition, ListDefinition } from '../../formats/list-definition.js';
import { describeType } from '../../model/describe-type.js';
import type { Fix, PlacedProblem, TextEdit } from '../../model/finding.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import { findField, problemAt, type RegistryDocument } from '../document.js';
import { removeParts } from '../edit/remove-item.js';
import type { JsonNode, Field } from '../json/json-node.js';
import { judgeKeys } from '../keys.js';
import { judgeItem, type ItemProblem, removeInvisible } from './judge-item.js';
import { judgeDenoms, type ListedDenom, listDenoms } from './ibc-denom.js';
import type { ListData } from './rules.js';
import { fixString } from '../correct-url.js';
import { findIntended } from '../misspelled.js';

export interface ListJudgement {
  readonly problems: readonly PlacedProblem[];
  /** Its denoms of IBC, whose paths other lists may complete. */
  readonly denoms: readonly ListedDenom[];
}

export function judgeList(document: RegistryDocument, { items, ibc }: ListDefinition): ListJudgement {
  const denoms = ibc === undefined ? [] : listDenoms(document, ibc);
  const common = [...judgeKeys(document), ...judgeDenoms(denoms)];
  if (items === null) return { problems: common, denoms };
  const { value, tree } = document;
  if (!Array.isArray(value)) {
    const problem = problemAt(document, describeNoArray(value), '', tree);
    return { problems: [problem, ...common], denoms };
  }
  return { problems: [...common, ...judgeItems(document, value, items)], denoms };
}

interface FirstItem {
  readonly node: JsonNode;
  readonly field: string;
  /** Null until another item is compared with it. */
  content: string | null;
}

function judgeItems(
  document: RegistryDocument,
  values: readonly JsonValue[],
  definition: ItemDefinition,
): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  const defaultIdentity = findDefaultIdentity(values, definition);
  const firsts = new Map<string, FirstItem>();
  for (const [index, node] of document.tree.items.entries()) {
    const value = values[index];
    const report = (problem: ProblemOf<ListData>, field: string | null, fix: Fix | null = null) => {
      const pointer = field === null ? `/${index}` : `/${index}/${field}`;
      const part = field === null ? node : (findField(node, field) ?? node);
      const placed = problemAt(document, problem, pointer, part);
      problems.push(fix === null ? placed : { ...placed, fix });
    };
    if (!isJsonObject(value)) {
      const reason = `an item must be an object, got ${describeType(value)}`;
      const data = { item: null, reason, fix: 'write an object, or remove the item' };
      report({ code: 'list/schema', data }, null);
      continue;
    }
    const { identity, problems: found } = judgeItem(value, definition, defaultIdentity);
    for (const problem of found)
      report(problem.problem, problem.field, fixItem(document.text, node, problem, definition));
    if (identity === null) continue;
    const { field } = identity;
    const folded = definition.identityForm.fold(identity.value);
    const first = firsts.get(folded);
    if (first === undefined) firsts.set(folded, { node, field, content: null });
    else {
      const firstLine = (findField(first.node, first.field) ?? first.node).range.line;
      const data = { field, value: truncate(identity.value), firstLine };
      first.content ??= describeContent(document.text, first.node);
      // Only a person can choose between different contents.
      const fix =
        first.content === describeContent(document.text, node)
          ? { edits: removeParts(document.text, document.tree, [index]) }
          : null;
      report({ code: 'list/duplicate', data }, field, fix);
    }
  }
  return problems;
}

function findDefaultIdentity(values: readonly JsonValue[], { identity }: ItemDefinition): string {
  const has = (value: JsonValue, name: string) => isJsonObject(value) && Object.hasOwn(value, name);
  const [newest] = identity;
  return (identity.find(({ name }) => values.some((value) => has(value, name))) ?? newest).name;
}

export function describeNoArray(value: JsonValue): ProblemOf<ListData> {
  const reason = `the file must be an array, got ${describeType(value)}`;
  // Every item has a symbol, whatever identifies it.
  const isItem = isJsonObject(value) && typeof value['symbol'] === 'string';
  const fix = isItem ? 'put the object in brackets: [ { … } ]' : 'write an array of objects';
  return { code: 'list/schema', data: { item: null, reason, fix } };
}

/** Fixes a problem of an item if there is exactly one right correction; otherwise null. */
function fixItem(
  text: string,
  item: JsonNode,
  { problem, field }: ItemProblem,
  definition: ItemDefinition,
): Fix | null {
  const node = field === null ? undefined : findField(item, field);
  if (problem.code === 'list/schema' && field === null) return toFix(renameFields(item, definition));
  if (node === undefined) return null;
  if (problem.code === 'list/decimals') {
    const { suggestion } = problem.data;
    const { offset, length } = node;
    return suggestion === null ? null : toFix([{ offset, length, text: String(suggestion) }]);
  }
  const visible = removeInvisible(node.string);
  const isIdentity = problem.code === 'list/denom' || problem.code === 'list/address';
  return isIdentity && visible !== node.string ? toFix([fixString(text, node, visible)]) : null;
}

function toFix(edits: readonly TextEdit[]): Fix | null {
  return edits.length === 0 ? null : { edits };
}

function renameFields(item: JsonNode, { identity, symbol, decimals }: ItemDefinition): readonly TextEdit[] {
  const known = [...identity, symbol, decimals];
  const intended = new Map<string, readonly Field[]>();
  for (const field of item.fields) {
    const name = findIntended(field.name, known);
    // Only a person can tell which of several fields is meant.
    if (name !== null) intended.set(name, intended.has(name) ? [] : [field]);
  }
  return [...intended].flatMap(([name, fields]) =>
    findField(item, name) === undefined
      ? fields.map(({ key }) => ({ offset: key.offset + 1, length: key.length - 2, text: name }))
      : [],
  );
}

/** The content of an item, regardless of the order of its fields. */
function describeContent(text: string, { fields }: JsonNode): string {
  const written = fields.map(
    ({ name, value }) => `${name} ${text.slice(value.offset, value.offset + value.length)}`,
  );
  return JSON.stringify(written.sort());
}
