import type { ItemDefinition, ListDefinition, FormFault } from '../../formats/list-definition.js';
import { describeType, isJsonObject, type JsonValue, type JsonObject } from '../../model/json.js';
import type { PlacedProblem } from '../../model/finding.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/text.js';
import { findValue, placeAt, problemAt, type RegistryDocument } from '../document.js';
import type { JsonNode } from '../json/json-node.js';
import { judgeKeys, findIntended } from '../field-names.js';
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

interface ItemJudgement {
  /** Null if it has none, so that programs cannot look it up. */
  readonly identity: Identity | null;
  readonly problems: readonly ItemProblem[];
}

interface Identity {
  readonly field: string;
  readonly value: string;
}

interface ItemProblem {
  readonly problem: ProblemOf<ListData>;
  readonly field: string | null;
}

/** Judges an item by itself. `defaultIdentity` is the field that identifies the other items of the file. */
function judgeItem(value: JsonObject, definition: ItemDefinition, defaultIdentity: string): ItemJudgement {
  const { identity: identities, symbol, decimals } = definition;
  const field = identities.find(({ name }) => Object.hasOwn(value, name))?.name ?? defaultIdentity;
  const text = readText(value[field]);
  const identity = text === null ? null : { field, value: text };
  const item = text === null ? null : truncate(text);
  const missing = [field, symbol.name, decimals.name].filter((name) => !Object.hasOwn(value, name));
  const problems = [
    ...(missing.length === 0 ? [] : [describeMissing(value, definition, item, missing)]),
    ...[field, symbol.name].flatMap((name) => judgeText(name, value[name], item)),
    ...(identity === null ? [] : judgeIdentity(identity, definition)),
    ...judgeDecimals(value[decimals.name], definition, item),
  ];
  return { identity, problems };
}

function describeMissing(
  value: JsonObject,
  { identity, symbol, decimals }: ItemDefinition,
  item: string | null,
  missing: readonly string[],
): ItemProblem {
  const names = missing.map((name) => `"${name}"`);
  const reason = `${item === null ? 'the item' : `"${item}"`} has no ${names.join(' and no ')}`;
  const fieldNames = [...identity, symbol, decimals];
  const renamed = Object.keys(value).flatMap((name) => {
    const intended = findIntended(name, fieldNames);
    return intended !== null && missing.includes(intended) ? [{ name, intended }] : [];
  });
  const lacking = missing.filter((name) => renamed.every(({ intended }) => intended !== name));
  const fix = [
    ...renamed.map(({ name, intended }) => `rename "${truncate(name)}" to "${intended}"`),
    ...lacking.map((name) => `add "${name}"`),
  ].join(' and ');
  return { problem: { code: 'list/schema', data: { item, reason, fix } }, field: null };
}

function judgeText(field: string, value: JsonValue | undefined, item: string | null): ItemProblem[] {
  if (value === undefined || readText(value) !== null) return [];
  const isText = typeof value === 'string';
  const reason = isText ? `${field} is empty` : `${field} must be a string, got ${describeType(value)}`;
  const fix = isText ? `write the ${field}` : 'write a string';
  return [{ problem: { code: 'list/schema', data: { item, reason, fix } }, field }];
}

function judgeIdentity({ field, value }: Identity, { identityForm }: ItemDefinition): ItemProblem[] {
  const fault = findSpaceFault(value) ?? identityForm.findFault(value);
  if (fault === null) return [];
  return [{ problem: { code: identityForm.rule, data: { field, value: truncate(value), ...fault } }, field }];
}

function judgeDecimals(
  value: JsonValue | undefined,
  definition: ItemDefinition,
  item: string | null,
): ItemProblem[] {
  if (value === undefined || isDecimals(value, definition)) return [];
  const { decimals, maxDecimals: max } = definition;
  // If only the quotes are wrong.
  const digits = typeof value === 'string' && /^\s*\d{1,3}\s*$/.test(value) ? Number(value) : null;
  const suggestion = digits !== null && isDecimals(digits, definition) ? digits : null;
  const data = { item, got: describeDecimals(value), max, suggestion };
  return [{ problem: { code: 'list/decimals', data }, field: decimals.name }];
}

function isDecimals(value: JsonValue, { maxDecimals }: ItemDefinition): boolean {
  return (
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= (maxDecimals ?? Infinity)
  );
}

function describeDecimals(value: JsonValue): string {
  if (typeof value === 'string') return `"${truncate(value)}"`;
  return typeof value === 'number' ? String(value) : describeType(value);
}

const invisible = /[\p{Cc}\p{Cf}]/gu;

export function removeInvisible(text: string): string {
  return text.replaceAll(invisible, '').trim();
}

function readText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && removeInvisible(value) !== '' ? value : null;
}

function findSpaceFault(value: string): FormFault | null {
  const visible = removeInvisible(value);
  if (visible === value) return null;
  const isAround = value.trim() === visible;
  const reason = isAround ? 'begins or ends with white space' : 'has characters that are invisible';
  return { reason, fix: `write ${truncate(visible)}` };
}
