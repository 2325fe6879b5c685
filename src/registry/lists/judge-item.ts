import type { FormFault, ItemDefinition } from '../../formats/list-definition.js';
import { describeType, type JsonObject, type JsonValue } from '../../model/json.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import { findIntended } from '../misspelled.js';
import type { ListData } from './rules.js';

export interface ItemJudgement {
  /** Null if it has none, so that programs cannot look it up. */
  readonly identity: Identity | null;
  readonly problems: readonly ItemProblem[];
}

export interface Identity {
  readonly field: string;
  readonly value: string;
}

export interface ItemProblem {
  readonly problem: ProblemOf<ListData>;
  readonly field: string | null;
}

/** Judges an item by itself. `defaultIdentity` is the field that identifies the other items of the file. */
export function judgeItem(
  value: JsonObject,
  definition: ItemDefinition,
  defaultIdentity: string,
): ItemJudgement {
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
