/** The blocks that were searched, both included. */
export type BlockRange = { readonly startBlock: number; readonly endBlock: number };

/** What the answers of both searches have in common. A search that asks for the same range gets the same order on every page. */
export type SearchedPage = {
  readonly page: number;
  /** How many transactions a page has. */
  readonly offset: number;
  readonly sort: 'asc' | 'desc';
  /** Null where the chain has not come to the first block yet. Give it back to get the pages that follow. */
  readonly range: BlockRange | null;
  /** False where the range is narrower than what was asked for. */
  readonly complete: boolean;
  /** False where no page follows; true where the range is not yet searched to its end, so that one may follow. */
  readonly hasMore: boolean;
};

/** A transaction as its events tell of it. */
export type TransactionPlace = {
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly blockNumber: number;
  readonly blockHash: string;
};

/** What was moved: an amount of a token. */
export type TransferItem = {
  /** Decimal; null for ERC20, which has none. */
  readonly tokenId: string | null;
  /** Decimal, in the token's least unit; 1 for ERC721. */
  readonly amount: string;
};

/** One Transfer, TransferSingle or TransferBatch. */
export type TransferEvent = {
  readonly logIndex: number;
  readonly from: string;
  readonly to: string;
  /** Who moved it; null but for ERC1155. */
  readonly operator: string | null;
  /** One but for a TransferBatch. */
  readonly items: readonly TransferItem[];
};

/** A transaction with its transfers of the token from or to the account, in the order in which they were logged. */
export type TransferTransaction = TransactionPlace & { readonly transfers: readonly TransferEvent[] };

/** What route 7 answers: transfers of a token that an account sent or received. Addresses are in lower case. */
export type AccountTransferEventsAnswer = SearchedPage & {
  readonly network: string;
  readonly address: string;
  readonly contractAddress: string;
  readonly tokenType: 'ERC20' | 'ERC721' | 'ERC1155';
  readonly transactions: readonly TransferTransaction[];
};

/** An event as the chain has it. */
export type LoggedEvent = {
  readonly logIndex: number;
  /** The contract. */
  readonly address: string;
  readonly topics: readonly string[];
  /** Hexadecimal, behind 0x. */
  readonly data: string;
};

/** A transaction with its events that were asked for, in the order in which they were logged. */
export type EventTransaction = TransactionPlace & { readonly logs: readonly LoggedEvent[] };

/** What route 8 answers: transactions with events of a contract, of certain kinds, or both. */
export type TransactionsByEventAnswer = SearchedPage & {
  readonly network: string;
  readonly transactions: readonly EventTransaction[];
};

/** Who holds how much. */
export type Holder = {
  readonly address: string;
  /** Decimal, in the denom's base unit. */
  readonly amount: string;
};

/** What route 9 answers: who holds a denom, in the chain's own order of addresses. */
export type HoldersAnswer = {
  readonly network: string;
  readonly denom: string;
  readonly keyword: string | null;
  readonly offset: number;
  readonly limit: number;
  readonly holders: readonly Holder[];
  /** False where holders were left unlooked at that a full part would have had room for: a bounded search for a keyword. */
  readonly complete: boolean;
  /** Whether records may follow. */
  readonly hasMore: boolean;
};

/** A unit of a denom: 10 to the power of `exponent` of its base. */
export type DenomUnit = {
  readonly denom: string;
  readonly exponent: number;
  readonly aliases: readonly string[];
};

/** What a chain says of a denom: every text is the chain's word. */
export type DenomMetadata = {
  readonly description: string;
  readonly denomUnits: readonly DenomUnit[];
  readonly base: string;
  readonly display: string;
  readonly name: string;
  readonly symbol: string;
};

/** What route 10 answers: how a denom is held. */
export type HolderSummaryAnswer = {
  readonly network: string;
  readonly denom: string;
  /** Decimal, in the denom's base unit. */
  readonly supply: string;
  /** Null where the node does not count them. */
  readonly holderCount: number | null;
  /** Null where the chain has none. */
  readonly metadata: DenomMetadata | null;
};
