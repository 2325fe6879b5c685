import { describeType, isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/text.js';
import { readLowestState } from './grpc-calls.js';
import { type JsonOutcome, prove, readArchiveBlock, readArchiveRefusal, readField } from './archive.js';
import type { CosmosCalls } from './capabilities.js';
import { type CosmosReading, readHeight, readText, readTime, readTxIndex } from './judge.js';

/** What a CometBFT node reports, and how not every client can read it: null if all can. */
export interface CometReading extends CosmosReading {
  readonly deviation: string | null;
}

/** The result of `status` (https://docs.cometbft.com/v0.38/rpc/#/Info/status), or why it is invalid. Forks send plain numbers. */
export function readCometStatus(value: JsonValue): CometReading | { readonly reason: string } {
  if (!isJsonObject(value)) return { reason: 'expected an object' };
  const { node_info: node, sync_info: sync } = value;
  if (!isJsonObject(node)) return { reason: '"node_info" must be an object' };
  if (!isJsonObject(sync)) return { reason: '"sync_info" must be an object' };
  const { network, moniker, version, other } = node;
  if (typeof network !== 'string') return { reason: '"network" must be a string' };
  const height = readHeight(sync['latest_block_height']);
  if (height === null) return { reason: '"latest_block_height" must be a number' };
  const timeMs = readTime(sync['latest_block_time']);
  if (timeMs === null) return { reason: '"latest_block_time" must be a time' };
  if (typeof sync['catching_up'] !== 'boolean') return { reason: '"catching_up" must be true or false' };
  return {
    chainId: truncate(network),
    facts: { moniker: readText(moniker), version: readText(version) },
    txIndex: readTxIndex(isJsonObject(other) ? other['tx_index'] : null),
    syncing: sync['catching_up'],
    head: { height, timeMs, unit: 'seconds' },
    // A node without a block has no hashes yet.
    deviation: height === 0 ? null : findCosmjsFault(value),
  };
}

interface FieldForm {
  readonly form: string;
  readonly fits: (value: JsonValue | undefined) => boolean;
}

const matches =
  (pattern: RegExp): FieldForm['fits'] =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
/** CosmJS leaves out what is missing, empty, false or zero. */
const optional = ({ form, fits }: FieldForm): FieldForm => ({ form, fits: (value) => !value || fits(value) });

const text: FieldForm = { form: 'a string', fits: matches(/^/) };
const filled: FieldForm = { form: 'a string that is not empty', fits: matches(/./s) };
const hex: FieldForm = { form: 'hexadecimal digits', fits: matches(/^(?:[\da-f]{2})+$/i) };
const integer: FieldForm = { form: 'digits in a string', fits: matches(/^-?\d+$/) };
const safeInteger: FieldForm = {
  form: 'digits in a string, below 2^53',
  fits: (value) => integer.fits(value) && Number.isSafeInteger(Number(value)),
};
const height: FieldForm = {
  form: 'digits below 2^53',
  fits: (value) => safeInteger.fits(typeof value === 'number' ? String(value) : value),
};
const time: FieldForm = {
  form: 'a time such as 2026-01-01T00:00:00Z',
  fits: matches(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[+-]\d\d:\d\d|Z)$/),
};
const object: FieldForm = { form: 'an object', fits: isJsonObject };
const texts: FieldForm = {
  form: 'an object of strings',
  fits: (value) => value != null && Object.values(value).every((field) => typeof field === 'string'),
};
/** The types of validator keys that CosmJS knows, as CometBFT writes them, and as forks that write protobuf do. */
const key: FieldForm = {
  form: 'a key that CosmJS knows (ed25519 or secp256k1)',
  fits: (value) => isJsonObject(value) && ('Sum' in value ? isSumKey(value['Sum']) : isTypedKey(value)),
};

/** The fields that CosmJS reads of a status beside those that `readCometStatus` requires, in its order. */
const fields: readonly (readonly [path: string, FieldForm])[] = [
  ['node_info.id', hex],
  ['node_info.listen_addr', filled],
  ['node_info.network', filled],
  ['node_info.version', text],
  ['node_info.channels', text],
  ['node_info.moniker', filled],
  ['node_info.other', texts],
  ['node_info.protocol_version', object],
  ['node_info.protocol_version.app', safeInteger],
  ['node_info.protocol_version.block', safeInteger],
  ['node_info.protocol_version.p2p', safeInteger],
  ['sync_info.earliest_block_height', optional(height)],
  ['sync_info.earliest_block_time', optional(time)],
  ['sync_info.earliest_app_hash', optional(hex)],
  ['sync_info.earliest_block_hash', optional(hex)],
  ['sync_info.latest_block_hash', hex],
  ['sync_info.latest_app_hash', hex],
  ['sync_info.latest_block_height', safeInteger],
  ['validator_info', object],
  ['validator_info.pub_key', key],
  ['validator_info.voting_power', integer],
  ['validator_info.address', hex],
  ['validator_info.proposer_priority', optional(height)],
];

/**
 * The first field of a CometBFT status on which CosmJS fails though `readCometStatus` does not, and how; null without one. What it reads is in
 * https://github.com/cosmos/cosmjs/blob/v0.39.0/packages/tendermint-rpc/src/comet38/adaptor/responses.ts (`decodeStatus`), the same for all versions of CometBFT.
 */
export function findCosmjsFault(status: JsonObject): string | null {
  for (const [path, { form, fits }] of fields) {
    const value = path
      .split('.')
      .reduce<JsonValue | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), status);
    if (!fits(value)) return `"${path}" must be ${form}, got ${describeValue(value)}, so that CosmJS fails`;
  }
  return null;
}

export function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `"${truncate(value)}"`;
  return typeof value === 'object' ? describeType(value) : String(value);
}

const base64 = matches(/^(?=(?:.{4})+$)[a-z\d+/]+={0,2}$/i);

function isTypedKey({ type, value }: JsonObject): boolean {
  return (type === 'tendermint/PubKeyEd25519' || type === 'tendermint/PubKeySecp256k1') && base64(value);
}

function isSumKey(sum: JsonValue | undefined): boolean {
  const value = isJsonObject(sum) ? sum['value'] : undefined;
  const [[name, bytes] = []] = isJsonObject(value) ? Object.entries(value) : [];
  return (name === 'ed25519' || name === 'secp256k1') && base64(bytes);
}

/** The arguments of a call. Numbers have 64 bits, so they are strings in JSON, as everywhere in CometBFT. */
type CometParams = Readonly<Record<string, string | number | false>>;

/** What may be asked of a CometBFT node beyond the check, by its calls (https://docs.cometbft.com/v0.38/rpc/). */
export function createCometCalls(
  call: (method: string, params: CometParams) => Promise<JsonOutcome>,
): CosmosCalls {
  const query = (path: string, params: CometParams = {}) =>
    call('abci_query', { path, data: '', prove: false, ...params });
  return {
    getBlock: async (height) => readArchiveBlock(await call('block', { height }), height),
    getLowestState: async () => {
      const status = await query('/cosmos.base.node.v1beta1.Service/Status');
      if (status.kind === 'problem') return status;
      const value = readField(status.value['response'], 'value');
      return { lowest: typeof value === 'string' ? readLowestState(Buffer.from(value, 'base64')) : null };
    },
    getState: async (height) => {
      const state = await query('/cosmos.bank.v1beta1.Query/Params', { height });
      if (state.kind === 'problem') return readArchiveRefusal(state);
      const { response } = state.value;
      const { code = 0, log } = isJsonObject(response) ? response : {};
      return code === 0 ? { hasState: true } : { refusal: typeof log === 'string' ? log : '' };
    },
    searchTx: async () => {
      const params = { query: 'tx.height=1', per_page: 1, prove: false } as const;
      return prove(await call('tx_search', params), { isIndexed: true });
    },
  };
}
