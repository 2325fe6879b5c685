import { dirname } from 'node:path/posix';
import type { IbcDefinition, IbcOrigin } from '../../formats/list-definition.js';
import type { PlacedProblem } from '../../model/finding.js';
import { getValue, isJsonObject, type JsonValue } from '../../model/json.js';
import { keccak256 } from '../../model/keccak.js';
import type { Place } from '../../model/place.js';
import type { ProblemOf } from '../../model/rule.js';
import { truncate } from '../../model/text.js';
import { findValue, findNode, placeAt, type RegistryDocument } from '../document.js';
import type { ListData } from './rules.js';

/** The denom of an asset from IBC in a list, and where the list says that it comes from. */
export interface ListedDenom {
  /** The same in another revision of the file. */
  readonly key: string;
  /** The directory of the chains, and the chain. */
  readonly directory: string;
  readonly denom: string;
  readonly origin: IbcOrigin;
  /** The path whose hash the denom is; null if it is not the hash of what the item says. */
  readonly path: string | null;
  readonly place: Place;
}

export function listDenoms(
  document: RegistryDocument,
  { items: pointer, denom: field, readOrigin }: IbcDefinition,
): readonly ListedDenom[] {
  const array = getValue(document.value, pointer);
  const values: readonly JsonValue[] = Array.isArray(array) ? array : [];
  const { items } = findNode(document.tree, pointer);
  return items.flatMap((node, index) => {
    const value = values[index];
    const denom = isJsonObject(value) ? value[field] : null;
    const origin = isJsonObject(value) ? readOrigin(value) : null;
    if (typeof denom !== 'string' || !denom.startsWith('ibc/') || origin === null) return [];
    const path = readPaths(origin).find((candidate) => hash(candidate) === denom) ?? null;
    const place = placeAt(document, `${pointer}/${index}/${field}`, findValue(node, field) ?? node);
    const key = JSON.stringify([denom, origin]);
    return [{ key, directory: dirname(document.path), denom, origin, path, place }];
  });
}

export function judgeDenoms(denoms: readonly ListedDenom[]): PlacedProblem[] {
  return denoms.flatMap((listed) => {
    const { path, origin, place } = listed;
    return path !== null || isNested(origin)
      ? []
      : [{ problem: describe(listed, origin.hop + origin.denom), place, entry: null }];
  });
}

/** The problems of denoms whose assets came to the chain before by IBC too: the list of that chain has the rest of their paths, if it is read. */
export function judgeNestedDenoms(denoms: readonly ListedDenom[]): PlacedProblem[] {
  const nested = denoms.filter(({ path, origin }) => path === null && isNested(origin));
  if (nested.length === 0) return [];
  const paths = new Map(
    denoms.flatMap(({ directory, denom, path }) => (path === null ? [] : [[`${directory}/${denom}`, path]])),
  );
  return nested.flatMap((listed) => {
    const { directory, origin, place } = listed;
    const rest = paths.get(`${dirname(directory)}/${origin.chain ?? ''}/${origin.denom}`);
    const path = origin.hop + (rest ?? '');
    return rest === undefined || hash(path) === listed.denom
      ? []
      : [{ problem: describe(listed, path), place, entry: null, subject: listed }];
  });
}

function isNested({ hop, denom }: IbcOrigin): boolean {
  return hop !== '' && denom.startsWith('ibc/');
}

function describe({ denom }: ListedDenom, path: string): ProblemOf<ListData> {
  return {
    code: 'list/ibc-denom',
    data: { denom: truncate(denom), path: truncate(path), expected: hash(path) },
  };
}

/** ADR-001 of ibc-go. The module is loaded on demand: most files have no such denom. */
function hash(path: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return `ibc/${createHash('sha256').update(path).digest('hex').toUpperCase()}`;
}

/** The paths that an origin may stand for: lists leave out the prefix of a CW20 token, and the capitals of an address in Gravity Bridge's denoms. */
function readPaths({ hop, denom }: IbcOrigin): readonly string[] {
  const [, address] = /^gravity(0x[\da-f]{40})$/i.exec(denom) ?? [];
  return [
    denom,
    `cw20:${denom}`,
    ...(address === undefined ? [] : [`gravity${writeChecksum(address.toLowerCase())}`]),
  ].map((reading) => hop + reading);
}

/** An address of 0x and lower-case digits with the capitals of its checksum (EIP-55). */
function writeChecksum(address: string): string {
  const digits = address.slice(2);
  const sum = Buffer.from(keccak256(Buffer.from(digits))).toString('hex');
  return `0x${Array.from(digits, (digit, index) => ((sum[index] ?? '') >= '8' ? digit.toUpperCase() : digit)).join('')}`;
}
