import { hashText, mix } from './random.js';

/** A log of the chain; numbers as numbers. */
export interface Log {
  address: string;
  topics: string[];
  data: string;
  blockNumber: number;
  transactionIndex: number;
  logIndex: number;
}

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Of contracts and accounts of the stand-in. */
export const createAddress = (name: string) => `0x${createHex(20, hashText(name))}`;

/** The contract of few events, of some in most blocks, and of six in every block. */
export const contracts = {
  sparse: createAddress('sparse'),
  dense: createAddress('dense'),
  crowded: createAddress('crowded'),
};
/** The account of all events of the sparse contract, as sender or receiver. */
export const sparseAccount = createAddress('sparse account');
/** The accounts of the other contracts. */
export const accounts = Array.from({ length: 50 }, (_, at) => createAddress(`account ${at}`));
const sparseCount = 25;

/** The events of a chain that began with so many blocks, by number: what a stand-in answers and what a load generator expects. */
export function createEvents(blocks: number) {
  const sparseBlocks = Array.from({ length: sparseCount }, (_, at) =>
    Math.floor(((at + (mix(at) % 1_000) / 1_000) * blocks) / sparseCount),
  );
  /** The events of a contract in the blocks from `from` to `to`, both included, in their order. */
  const listEvents = (contract: string, from: number, to: number): Log[] => {
    if (contract === contracts.sparse)
      return sparseBlocks.flatMap((block, at) =>
        block >= from && block <= to ? [createTransfer(contract, block, 100, 1_000, chooseSides(at))] : [],
      );
    const logs: Log[] = [];
    if (contract !== contracts.dense && contract !== contracts.crowded) return logs;
    for (let block = Math.max(0, from); block <= to; block++) addEvents(logs, contract, block);
    return logs;
  };
  return { listEvents, sparseBlocks };
}

const chooseSides = (at: number): [string, string] => {
  const partner = accounts[at % accounts.length] ?? '';
  return at % 2 === 0 ? [sparseAccount, partner] : [partner, sparseAccount];
};

function addEvents(logs: Log[], contract: string, block: number) {
  const isCrowded = contract === contracts.crowded;
  const dice = mix(block, isCrowded ? 1 : 2);
  if (!isCrowded && dice % 8 !== 0) return;
  const [firstTransaction, firstLog] = isCrowded ? [10, 100] : [0, 0];
  const transactions = isCrowded ? 2 : 1 + ((dice >>> 8) % 3);
  for (let transaction = 0; transaction < transactions; transaction++) {
    const count = isCrowded ? 3 : 1 + ((dice >>> (12 + transaction)) % 3);
    for (let log = 0; log < count; log++) {
      const sides = mix(block, transaction, log);
      const [from = '', to = ''] = [accounts[sides % 50], accounts[(sides >>> 8) % 50]];
      const logIndex = firstLog + transaction * 3 + log;
      logs.push(createTransfer(contract, block, firstTransaction + transaction, logIndex, [from, to]));
    }
  }
}

function createTransfer(
  address: string,
  blockNumber: number,
  transactionIndex: number,
  logIndex: number,
  sides: readonly [string, string],
): Log {
  const amount = createHex(12, blockNumber, logIndex).padStart(64, '0');
  const topics = [transferTopic, ...sides.map((side) => `0x${side.slice(2).padStart(64, '0')}`)];
  return { address, topics, data: `0x${amount}`, blockNumber, transactionIndex, logIndex };
}

/** The hash of a block; with another `fork` than 0, that of one which does not last. */
export const hashBlock = (block: number, fork = 0) => `0x${createHex(32, 71, block, fork)}`;

export const hashTransaction = (block: number, transaction: number, fork = 0) =>
  `0x${createHex(32, 72, block, transaction, fork)}`;

/** So many bytes that depend on the numbers, as hexadecimal digits. */
function createHex(bytes: number, ...numbers: number[]) {
  let hex = '';
  for (let word = 0; word < bytes / 4; word++)
    hex += mix(...numbers, word)
      .toString(16)
      .padStart(8, '0');
  return hex;
}

/** The clock of a chain: so many blocks at the time `startedAt` (milliseconds since the epoch), and one more every `blockMs`. */
export interface Clock {
  blocks: number;
  startedAt: number;
  blockMs: number;
}

/** The latest block. */
export const findHead = ({ blocks, startedAt, blockMs }: Clock, now = Date.now()) =>
  blocks + Math.floor((now - startedAt) / blockMs);

/** When a block was made, in seconds since the epoch. */
export const findTimestamp = ({ blocks, startedAt, blockMs }: Clock, block: number) =>
  Math.floor((startedAt + (block - blocks) * blockMs) / 1_000);
