import type { DenomMetadata as BankMetadata } from '../../../net/grpc/bank-messages.js';

/** The blocks that were searched, both included. */
export type BlockRange = { readonly startBlock: number; readonly endBlock: number };

/** Where the records of a list continue. */
export type ListPage = {
  /** Send it as `cursor` with the same request to get the records that follow; null at the end. */
  readonly next: string | null;
};

/** What the answers of both searches have in common. The range is the same on all pages that `next` leads to. */
export type SearchedPage = ListPage & {
  readonly page: number;
  /** Maximum number of transactions of a page. */
  readonly offset: number;
  readonly sort: 'asc' | 'desc';
  /** The blocks that all pages together search; null if the chain has not reached the first block. */
  readonly range: BlockRange | null;
};

/** A transaction, as its events describe it. */
export type TransactionPlace = {
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** ISO 8601, UTC; null if no node gave the block in time. */
  readonly timestamp: string | null;
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
  /** The sender of the transfer's transaction; null except for ERC1155. */
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

/** When holders were counted. */
export type SnapshotTime = {
  /** The block; null if the node cannot answer for one height, so that balances may have moved meanwhile. */
  readonly height: number | null;
  /** ISO 8601, UTC: of the block, else when the counting began. */
  readonly time: string;
};

/** The answer of route 9: the holders of a denom, the largest balance first, equal ones in the order of their addresses. */
export type HoldersAnswer = ListPage & {
  readonly network: string;
  readonly denom: string;
  readonly keyword: string | null;
  readonly offset: number;
  readonly limit: number;
  readonly holders: readonly Holder[];
  readonly asOf: SnapshotTime;
  /** Whether the balances of all holders together are the supply. */
  readonly complete: boolean;
  /** `supply` minus the sum of all balances, decimal, negative if the holders have more; only where `complete` is false. */
  readonly difference?: string;
};

/** A chain's metadata of a denom: untrusted text. */
export type DenomMetadata = JsonOf<BankMetadata>;

/** An interface as a type alias: only that is assignable to JsonValue (https://github.com/microsoft/TypeScript/issues/15300). */
type JsonOf<Value> = Value extends object ? { readonly [Key in keyof Value]: JsonOf<Value[Key]> } : Value;

/** The answer of route 10: the summary of a denom's holders. */
export type HolderSummaryAnswer = {
  readonly network: string;
  readonly denom: string;
  /** Decimal, in the denom's base unit. */
  readonly supply: string;
  /** Null if no node lists holders. */
  readonly holderCount: number | null;
  /** All balances together, decimal; null if no node lists holders. */
  readonly sum: string | null;
  /** `supply` minus `sum`, decimal, negative if the holders have more; null if no node lists holders. */
  readonly difference: string | null;
  /** Null if no node lists holders. */
  readonly asOf: SnapshotTime | null;
  /** Null if the chain has none. */
  readonly metadata: DenomMetadata | null;
};
