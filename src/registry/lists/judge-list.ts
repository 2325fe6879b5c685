import type { ItemDefinition, ListDefinition } from '../../formats/list-definition.js';
import { describeType, isJsonObject, type JsonValue } from '../../model/json.js';
import type { PlacedProblem } from '../../model/finding.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import { findValue, placeAt, problemAt, type RegistryDocument } from '../document.js';
import type { JsonNode } from '../json/json-node.js';
import { judgeKeys } from '../keys.js';
import { judgeItem } from './judge-item.js';
import { judgeDenoms, listDenoms, type ListedDenom } from './ibc-denom.js';
import type { ListData } from './rules.js';
import { parseFile } from '../parse-file.js';
import { readRegistryFile } from '../read-file.js';
import type { FileData } from '../rules.js';

interface ListJudgement {
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
  readonly index: number;
  readonly field: string;
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
    const place = (problem: ProblemOf<ListData>, field: string | null) => {
      const pointer = field === null ? `/${index}` : `/${index}/${field}`;
      const part = field === null ? node : (findValue(node, field) ?? node);
      return problemAt(document, problem, pointer, part);
    };
    if (!isJsonObject(value)) {
      const reason = `an item must be an object, got ${describeType(value)}`;
      const data = { item: null, reason, fix: 'write an object, or remove the item' };
      problems.push(place({ code: 'list/schema', data }, null));
      continue;
    }
    const { identity, problems: itemProblems } = judgeItem(value, definition, defaultIdentity);
    problems.push(...itemProblems.map(({ problem, field }) => place(problem, field)));
    if (identity === null) continue;
    const { field } = identity;
    const folded = definition.identityForm.fold(identity.value);
    const first = firsts.get(folded);
    if (first === undefined) firsts.set(folded, { node, index, field });
    else {
      const firstLine = (findValue(first.node, first.field) ?? first.node).range.line;
      const data = { field, value: truncate(identity.value), firstLine };
      const original = placeAt(document, `/${first.index}`, first.node);
      problems.push({ ...place({ code: 'list/duplicate', data }, field), original });
    }
  }
  return problems;
}

function findDefaultIdentity(values: readonly JsonValue[], { identity }: ItemDefinition): string {
  const has = (value: JsonValue, name: string) => isJsonObject(value) && Object.hasOwn(value, name);
  const [newest] = identity;
  return (identity.find(({ name }) => values.some((value) => has(value, name))) ?? newest).name;
}

function describeNoArray(value: JsonValue): ProblemOf<ListData> {
  const reason = `the file must be an array, got ${describeType(value)}`;
  // Every item has a symbol, whatever identifies it.
  const isItem = isJsonObject(value) && typeof value['symbol'] === 'string';
  const fix = isItem ? 'put the object in brackets: [ { … } ]' : 'write an array of objects';
  return { code: 'list/schema', data: { item: null, reason, fix } };
}

/** An item of a list: its value, and its source text, which keeps the digits that a number loses. */
export interface ListItem {
  readonly text: string;
  readonly value: JsonValue;
}

/** The source of a list without surrounding white space, and its items; or why it could not be read. */
type ListReading =
  | { readonly text: string; readonly items: readonly ListItem[]; readonly fault: null }
  | { readonly fault: ListFault };

export interface ListFault {
  readonly problem: ProblemOf<FileData & ListData>;
  readonly line: number;
}

/** Reads a file that contains an array, with the same limits as a check. Follows no symbolic link. */
export function readListFile(path: string): ListReading {
  const { text, document, faults } = parseFile(readRegistryFile(path));
  if (document === null) return { fault: { problem: faults[0].problem, line: faults[0].range.line } };
  const { value, tree } = document;
  if (!Array.isArray(value)) {
    return { fault: { problem: describeNoArray(value), line: tree.range.line } };
  }
  const values: readonly JsonValue[] = value;
  const slice = ({ offset, length }: { readonly offset: number; readonly length: number }) =>
    text.slice(offset, offset + length);
  const items = tree.items.map((node, index) => ({
    text: slice(node),
    value: values[index] ?? null,
  }));
  return { text: slice(tree), items, fault: null };
}
