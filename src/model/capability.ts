import { describeUnknown } from './describe-unknown.js';
import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/** What clients may require of an endpoint beyond the check, as `--require` names it; each is a fact. */
export const capabilityNames = ['logs', 'batch', 'archive', 'finalized', 'debug', 'trace', 'tx-index'];

/** A capability that is required: of logs, in at least so many blocks. */
export interface Requirement {
  readonly name: string;
  readonly least: number;
}

/** The smallest batch is of two calls. */
const leastBatch = 2;

/** Parses `logs:10000` or `archive`; throws nothing: an error is a text. */
export function parseRequirement(text: string): Requirement | { readonly error: string } {
  const [name = '', amount] = text.trim().split(':');
  if (!capabilityNames.includes(name)) return { error: describeUnknown('capability', name, capabilityNames) };
  if (name !== 'logs' && amount !== undefined)
    return { error: `expected ${name} alone, got "${text.trim()}"` };
  if (name === 'logs' && !/^[1-9]\d{0,8}$/.test(amount ?? ''))
    return { error: `expected a number of blocks, such as logs:10000, got "${text.trim()}"` };
  return { name, least: name === 'logs' ? Number(amount) : name === 'batch' ? leastBatch : 1 };
}

/** Whether an endpoint has a capability, or how much of it; null if that is not known, undefined if its kind never has it. */
export function readCapability(name: string, facts: JsonObject): number | boolean | null | undefined {
  const fact = facts[name === 'tx-index' ? 'txIndex' : name];
  const value: JsonValue | undefined = isJsonObject(fact) ? fact['maxRange'] : fact;
  return typeof value === 'number' || typeof value === 'boolean' || value === undefined ? value : null;
}

/** Whether an endpoint has all requirements that its kind can meet. A kind that can meet none of them does not. */
export function fulfils(facts: JsonObject, requirements: readonly Requirement[]): boolean {
  const values = requirements.flatMap(({ name, least }) => {
    const value = readCapability(name, facts);
    return value === undefined ? [] : [Number(value ?? 0) >= least];
  });
  return requirements.length === 0 || (values.length > 0 && values.every(Boolean));
}

/** Facts that are only known if `--capabilities` asked for them. */
const askedFacts = ['logs', 'batch', 'finalized', 'debug', 'trace', 'lowestBlock', 'lowestState', 'simulate'];

/** Whether an endpoint was asked for what clients need. */
export function wasAsked(facts: JsonObject): boolean {
  return askedFacts.some((name) => (facts[name] ?? null) !== null);
}
