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
/** Searches for logs that are tried: of at most so many blocks, the last one so far behind the head, since nodes behind one address may differ. */
export const logSearch = { mostBlocks: 10_000, behindHead: 10 };

/** Parses `logs:10000` or `archive`; throws nothing: an error is a text. */
export function parseRequirement(text: string): Requirement | { readonly error: string } {
  const [name = '', ...amounts] = text.trim().split(':');
  const amount = amounts.join(':');
  if (!capabilityNames.includes(name)) return { error: describeUnknown('capability', name, capabilityNames) };
  if (name !== 'logs' && amounts.length > 0) return { error: `expected ${name} alone, got "${text.trim()}"` };
  const { mostBlocks } = logSearch;
  if (name === 'logs' && !(/^[1-9]\d{0,8}$/.test(amount) && Number(amount) <= mostBlocks))
    return {
      error: `expected a number of blocks up to ${mostBlocks}, such as logs:1000, got "${text.trim()}"`,
    };
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
    const needed = name === 'logs' ? Math.min(least, countBlocks(facts)) : least;
    return value === undefined ? [] : [Number(value ?? 0) >= needed];
  });
  return requirements.length === 0 || (values.length > 0 && values.every(Boolean));
}

/** How many blocks a search may have: a young chain has few. */
function countBlocks({ blockHeight }: JsonObject): number {
  return typeof blockHeight === 'number' ? Math.max(1, blockHeight - logSearch.behindHead + 1) : Infinity;
}

/** Facts that are only known if `--capabilities` asked for them. */
const askedFacts = ['logs', 'batch', 'finalized', 'debug', 'trace', 'lowestBlock', 'lowestState', 'simulate'];

/** Whether an endpoint was asked for what clients need. */
export function wasAsked(facts: JsonObject): boolean {
  return askedFacts.some((name) => (facts[name] ?? null) !== null);
}
