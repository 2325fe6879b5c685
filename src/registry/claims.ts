import type { ClaimField, ClaimValue, EntryList } from '../formats/format.js';
import type { ChainClaim } from '../model/entry.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import type { ProblemOf } from '../model/rule.js';
import { truncate } from '../model/truncate.js';
import { findIntended } from './misspelled.js';
import type { FileData } from './rules.js';

/** The chain id that a file claims for a list; both fields are null if it claims none. */
export interface ClaimReading {
  readonly claim: ChainClaim | null;
  readonly problem: ProblemOf<Pick<FileData, 'file/chain-id' | 'file/misspelled-field'>> | null;
}

/** Reads the chain id that a chain claims for the endpoints of a list. A field that is absent, null or empty claims nothing. */
export function readClaim(chain: JsonValue, { claims }: EntryList, kind: KindDefinition): ClaimReading {
  const fields = isJsonObject(chain) ? chain : {};
  for (const claimField of claims) {
    const { name: field, expected, derived } = claimField;
    const claimed = getValue(chain, pointerOf(field));
    if (claimed === null || claimed === '') continue;
    const reading = readValue(claimField, claimed, kind);
    if (reading === 'malformed') {
      const ofKind = `a chain id of kind ${kind.kind}, such as ${kind.chainIdExample}`;
      return {
        claim: null,
        problem: { code: 'file/chain-id', data: { field, expected: expected ?? ofKind } },
      };
    }
    if (reading === 'no-claim') return { claim: null, problem: null };
    // Truncated, since reports repeat it for each entry.
    return { claim: { chainId: truncate(reading.chainId), field, derived }, problem: null };
  }
  return { claim: null, problem: findMisspelledClaim(fields, claims, kind) };
}

/** JSON Pointer of a field within its chain: `evm.chainId` is at `/evm/chainId`. */
export function pointerOf(field: string): string {
  return `/${field.replaceAll('.', '/')}`;
}

function readValue(field: ClaimField, value: JsonValue, { isChainId }: KindDefinition): ClaimValue {
  const reading = field.readChainId(value);
  return typeof reading === 'string' || isChainId(reading.chainId) ? reading : 'malformed';
}

function findMisspelledClaim(
  fields: Readonly<Record<string, JsonValue>>,
  claims: readonly ClaimField[],
  kind: KindDefinition,
): ClaimReading['problem'] {
  for (const [field, value] of Object.entries(fields)) {
    const expected = findIntended(field, claims);
    const claimField = claims.find(({ name }) => name === expected);
    if (expected === null || claimField === undefined || value === '') continue;
    if (typeof readValue(claimField, value, kind) === 'string') continue;
    return { code: 'file/misspelled-field', data: { field, expected, entryForm: null } };
  }
  return null;
}
