import type { DenomMetadata as BankMetadata } from '../../net/grpc/bank-messages.js';

/** The blocks that were searched, both included. */
export type BlockRange = { readonly startBlock: number; readonly endBlock: number };

/** What the answers of both searches have in common. Requests of the same range get the same order on every page. */
export type SearchedPage = {
  readonly page: number;
  /** Transactions of a page. */
  readonly offset: number;
  readonly sort: 'asc' | 'desc';
  /** Null where the chain has not reached the first block. Send it with the requests of the next pages. */
  readonly range: BlockRange | null;
  /** False where the range is narrower than the requested one. */
  readonly complete: boolean;
  /** False on the last page; true where the range is not searched to its end, so that another page may follow. */
  readonly hasMore: boolean;
};

/** A transaction, as its events name it. */
export type TransactionPlace = {
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly blockNumber: number;
  readonly blockHash: string;
};

/** An amount of a token that was transferred. */
export type TransferItem = {
  /** Decimal; null for ERC20, which has none. */
  readonly tokenId: string | null;
  /** Decimal, in the token's smallest unit; 1 for ERC721. */
  readonly amount: string;
};

/** One Transfer, TransferSingle or TransferBatch. */
export type TransferEvent = {
  readonly logIndex: number;
  readonly from: string;
  readonly to: string;
  /** Who made the transfer; null except for ERC1155. */
  readonly operator: string | null;
  /** One, except for a TransferBatch. */
  readonly items: readonly TransferItem[];
};

/** A transaction with its transfers of the token from or to the account, in the order in which they were logged. */
export type TransferTransaction = TransactionPlace & { readonly transfers: readonly TransferEvent[] };

/** The answer of route 7: transfers of a token that an account sent or received. Addresses are in lower case. */
export type AccountTransferEventsAnswer = SearchedPage & {
  readonly network: string;
  readonly address: string;
  readonly contractAddress: string;
  readonly tokenType: 'ERC20' | 'ERC721' | 'ERC1155';
  readonly transactions: readonly TransferTransaction[];
};

/** An event of the chain. */
export type LoggedEvent = {
  readonly logIndex: number;
  /** The contract. */
  readonly address: string;
  readonly topics: readonly string[];
  /** 0x and hexadecimal digits. */
  readonly data: string;
};

/** A transaction with its matching events, in the order in which they were logged. */
export type EventTransaction = TransactionPlace & { readonly logs: readonly LoggedEvent[] };

/** The answer of route 8: transactions with events of a contract, of certain kinds, or both. */
export type TransactionsByEventAnswer = SearchedPage & {
  readonly network: string;
  readonly transactions: readonly EventTransaction[];
};

/** A holder of a denom. */
export type Holder = {
  readonly address: string;
  /** Decimal, in the denom's base unit. */
  readonly amount: string;
};

/** The answer of route 9: who holds a denom, in the chain's order of addresses. */
export type HoldersAnswer = {
  readonly network: string;
  readonly denom: string;
  readonly keyword: string | null;
  readonly offset: number;
  readonly limit: number;
  readonly holders: readonly Holder[];
  /** False where the bounded search for a keyword ended before the page was full. */
  readonly complete: boolean;
  /** Whether records may follow. */
  readonly hasMore: boolean;
};

/** What a chain's metadata says about a denom: untrusted text. */
export type DenomMetadata = JsonOf<BankMetadata>;

/** An interface as a type alias: only that is assignable to JsonValue (https://github.com/microsoft/TypeScript/issues/15300). */
type JsonOf<Value> = Value extends object ? { readonly [Key in keyof Value]: JsonOf<Value[Key]> } : Value;

/** The answer of route 10: how a denom is held. */
export type HolderSummaryAnswer = {
  readonly network: string;
  readonly denom: string;
  /** Decimal, in the denom's base unit. */
  readonly supply: string;
  /** Null where the node does not report it. */
  readonly holderCount: number | null;
  /** Null where the chain has none. */
  readonly metadata: DenomMetadata | null;
};
