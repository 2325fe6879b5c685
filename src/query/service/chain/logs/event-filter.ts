import { identify, type Job } from '../../jobs/job.js';
import type { Log, LogFilter } from './get-logs.js';
import type { TransferEvent, TransferEventsPage, TransferItem } from '../../../client/answers.generated.js';

/** What is read from a chain once, and kept for all who ask for it. */
export interface EventFilter extends Job {
  /** An event is one of those if it matches any of these; each costs a call. */
  readonly filters: readonly LogFilter[];
  /** The accounts among whose events it is; null for an event that matches the filters, and is none of those all the same. */
  readonly findAccounts: (log: Log) => readonly [sender: string, receiver: string] | null;
  /** In place of this filter, if it finds too much to be read whole; null if nothing narrower will do. */
  readonly narrow: ((account: string) => EventFilter) | null;
}

/** Events of a contract, of certain kinds, or both. */
export function createEventFilter(network: string, filter: LogFilter): EventFilter {
  return {
    ...identify(network, ['events', filter]),
    kind: 'events',
    filters: [filter],
    narrow: null,
    findAccounts: () => ['', ''],
  };
}

/** Transfers of a contract's tokens; of one account's alone, if it is given. */
export function createTransferFilter(
  network: string,
  type: TokenType,
  contract: string,
  account?: string,
): EventFilter {
  const isWhole = account === undefined;
  return {
    ...identify(network, isWhole ? [type, contract] : [type, contract, account]),
    kind: 'events',
    filters: isWhole ? [filterTransfers(type, contract)] : filterTransfersOf(type, contract, account),
    findAccounts: (log) => {
      const transfer = decodeTransfer(type, log);
      return transfer && [transfer.from, transfer.to];
    },
    narrow: isWhole ? (narrower) => createTransferFilter(network, type, contract, narrower) : null,
  };
}

/** The filter of a job, which another instance may have made. */
export function parseFilter({ network, key }: Job): EventFilter {
  const parts = JSON.parse(key) as ['events', LogFilter] | [TokenType, string, string?];
  return parts[0] === 'events'
    ? createEventFilter(network, parts[1])
    : createTransferFilter(network, ...parts);
}

export type TokenType = TransferEventsPage['tokenType'];

/** Transfer(address,address,uint256): ERC-20 and ERC-721 alike, the last parameter indexed in ERC-721 only. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** TransferSingle(address,address,address,uint256,uint256) and TransferBatch(address,address,address,uint256[],uint256[]). */
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/** Maximum number of tokens in a batch, above that of any real contract; an event with more is left out. */
const maxItems = 5_000;

function filterTransfers(type: TokenType, contract: string): LogFilter {
  return { address: contract, topics: [type === 'ERC1155' ? [single, batch] : transfer] };
}

/** The filters for transfers that an account sent, and that it received. */
function filterTransfersOf(type: TokenType, contract: string, account: string): readonly LogFilter[] {
  const { topics } = filterTransfers(type, contract);
  const operator = type === 'ERC1155' ? [null] : [];
  const topic = `0x${account.slice(2).padStart(64, '0')}`;
  return [[topic], [null, topic]].map((parties) => ({
    address: contract,
    topics: [...topics, ...operator, ...parties],
  }));
}

/** Decodes an event of the standard; null for one that only resembles it, such as a transfer of the other standard with the same signature. */
export function decodeTransfer(type: TokenType, { topics, data, logIndex }: Log): TransferEvent | null {
  const words = splitWords(data);
  const items = words === null ? null : readItems(type, topics, words);
  const parties = topics.slice(1).map(readAddress);
  const [operator = null, from = null, to = null] = type === 'ERC1155' ? parties : [undefined, ...parties];
  if (items === null || from === null || to === null) return null;
  return type === 'ERC1155' && operator === null ? null : { logIndex, from, to, operator, items };
}

function readItems(
  type: TokenType,
  topics: readonly string[],
  words: readonly bigint[],
): TransferItem[] | null {
  const [first = 0n, second = 0n] = words;
  switch (type) {
    case 'ERC20':
      if (topics.length !== 3 || words.length !== 1) return null;
      return [{ tokenId: null, amount: String(first) }];
    case 'ERC721': {
      const [, , , id] = topics;
      return id === undefined || words.length > 0 ? null : [{ tokenId: String(BigInt(id)), amount: '1' }];
    }
    case 'ERC1155': {
      if (words.length < 2) return null;
      if (topics[0] === single)
        return words.length === 2 ? [{ tokenId: String(first), amount: String(second) }] : null;
      // Two arrays of the same length (https://docs.soliditylang.org/en/latest/abi-spec.html#use-of-dynamic-types).
      const [ids, amounts] = [readArray(words, first), readArray(words, second)];
      if (ids === null || amounts?.length !== ids.length) return null;
      return ids.map((id, at) => ({ tokenId: String(id), amount: String(amounts[at]) }));
    }
  }
}

function readArray(words: readonly bigint[], offset: bigint): readonly bigint[] | null {
  if (offset % 32n !== 0n || offset / 32n >= BigInt(words.length)) return null;
  const at = Number(offset / 32n);
  const length = words[at];
  if (length === undefined || length > BigInt(Math.min(maxItems, words.length - at - 1))) return null;
  return words.slice(at + 1, at + 1 + Number(length));
}

/** Splits data into words of 32 bytes; null if it has another length, or more words than a batch of the maximum size. */
function splitWords(data: string): readonly bigint[] | null {
  const digits = data.length - 2;
  if (digits % 64 !== 0 || digits / 64 > 2 * maxItems + 4) return null;
  return Array.from({ length: digits / 64 }, (_, at) => BigInt(`0x${data.slice(2 + at * 64, 66 + at * 64)}`));
}

/** The address in a topic, which is padded with zeros on the left; null if it is invalid. */
function readAddress(topic: string): string | null {
  return /^0x0{24}[\da-f]{40}$/.test(topic) ? `0x${topic.slice(26)}` : null;
}
