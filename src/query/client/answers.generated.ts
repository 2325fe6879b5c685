// From schemas/query-api.openapi.json: npm run generate

/** An asset, as in the file of the registry. */
export interface Asset {
  /** As the chain reports it. */
  readonly denom: string;
  /** The symbol that people know it by. */
  readonly symbol: string;
  /** Amounts are in units of ten to the power of minus this. */
  readonly decimals?: number;
  readonly [field: string]: unknown;
}

/** An ERC-20 or CW-20 token, as in the file of the registry. */
export interface Token {
  /** The address of the contract. */
  readonly contract?: string;
  /** The same in older files. */
  readonly address?: string;
  /** The symbol that people know it by. */
  readonly symbol: string;
  /** Amounts are in units of ten to the power of minus this. */
  readonly decimals?: number;
  readonly [field: string]: unknown;
}

/** Blocks, both included. */
export interface BlockRange {
  readonly startBlock: number;
  readonly endBlock: number;
}

/** An amount of a token that was transferred. */
export interface TransferItem {
  /** Decimal; null for ERC20, which has none. */
  readonly tokenId: string | null;
  /** Decimal, in the smallest unit. */
  readonly amount: string;
}

/** One Transfer, TransferSingle or TransferBatch. */
export interface TransferEvent {
  readonly logIndex: number;
  readonly from: string;
  readonly to: string;
  /** Who made the transfer; null except for ERC1155. */
  readonly operator: string | null;
  /** One, except for a TransferBatch. */
  readonly items: readonly TransferItem[];
}

/** A transaction with its transfers of the token, in the order in which they were logged. */
export interface TransferTransaction {
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** ISO 8601, UTC; null if no node gave the block in time. */
  readonly timestamp: string | null;
  readonly transfers: readonly TransferEvent[];
}

/** A page of the transfers of a token that an account sent or received. Addresses are in lower case. */
export interface TransferEventsPage {
  readonly network: string;
  readonly address: string;
  readonly contractAddress: string;
  readonly tokenType: 'ERC20' | 'ERC721' | 'ERC1155';
  readonly page: number;
  readonly offset: number;
  readonly sort: 'asc' | 'desc';
  /** The blocks that all pages together search, both included; null if the chain has not reached the first. */
  readonly range: BlockRange | null;
  /** Send it as cursor with the same request to get the records that follow; null at the end. */
  readonly next: string | null;
  readonly transactions: readonly TransferTransaction[];
}

/** An event of the chain. */
export interface LoggedEvent {
  readonly logIndex: number;
  readonly address: string;
  readonly topics: readonly string[];
  /** 0x and hexadecimal digits. */
  readonly data: string;
}

/** A transaction with its matching events, in the order in which they were logged. */
export interface EventTransaction {
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** ISO 8601, UTC; null if no node gave the block in time. */
  readonly timestamp: string | null;
  readonly logs: readonly LoggedEvent[];
}

/** A page of the transactions with events of a contract, of certain topics, or both. */
export interface TransactionsByEventPage {
  readonly network: string;
  readonly page: number;
  readonly offset: number;
  readonly sort: 'asc' | 'desc';
  /** The blocks that all pages together search, both included; null if the chain has not reached the first. */
  readonly range: BlockRange | null;
  /** Send it as cursor with the same request to get the records that follow; null at the end. */
  readonly next: string | null;
  readonly transactions: readonly EventTransaction[];
}

/** A holder of a denom. */
export interface Holder {
  readonly address: string;
  /** Decimal, in the smallest unit. */
  readonly amount: string;
}

/** When balances were read. */
export interface SnapshotTime {
  /** The block; null if no node answers for one height, so that balances may have moved meanwhile. */
  readonly height: number | null;
  /** ISO 8601, UTC: of the block, else when the reading began. */
  readonly time: string;
}

/** A page of the holders of a denom, the largest balance first. */
export interface HoldersPage {
  readonly network: string;
  readonly denom: string;
  readonly keyword: string | null;
  readonly offset: number;
  readonly limit: number;
  readonly holders: readonly Holder[];
  /** When the balances were read. */
  readonly asOf: SnapshotTime;
  /** Whether the balances of all holders together are the supply. */
  readonly complete: boolean;
  /** The supply minus the sum of all balances, decimal, negative if the holders have more; only where complete is false. */
  readonly difference?: string;
  /** Send it as cursor with the same request to get the records that follow; null at the end. */
  readonly next: string | null;
}

/** A unit of a denom. */
export interface DenomUnit {
  readonly denom: string;
  readonly exponent: number;
  readonly aliases: readonly string[];
}

/** What the metadata of a chain says of a denom: untrusted text. */
export interface DenomMetadata {
  readonly description: string;
  readonly denomUnits: readonly DenomUnit[];
  readonly base: string;
  readonly display: string;
  readonly name: string;
  readonly symbol: string;
}

/** How a denom is held. */
export interface HolderSummary {
  readonly network: string;
  readonly denom: string;
  /** Decimal, in the denom's base unit. */
  readonly supply: string;
  /** Null if no node lists holders. */
  readonly holderCount: number | null;
  /** All balances together, decimal; null if no node lists holders. */
  readonly sum: string | null;
  /** `supply` minus `sum`, decimal; null if no node lists holders. */
  readonly difference: string | null;
  /** When the balances were read. */
  readonly asOf: SnapshotTime | null;
  /** Null if the chain has none. */
  readonly metadata: DenomMetadata | null;
}

/** What the routes answer, by the client's methods. */
export interface Answers {
  /** The assets of a network. */
  readonly assets: readonly Asset[];
  /** One asset of a network. */
  readonly asset: Asset;
  /** The ERC-20 tokens of a network. */
  readonly erc20Assets: readonly Token[];
  /** One ERC-20 token of a network. */
  readonly erc20Asset: Token;
  /** The CW-20 tokens of a network. */
  readonly cw20Assets: readonly Token[];
  /** One CW-20 token of a network. */
  readonly cw20Asset: Token;
  /** Transfers of a token that an account sent or received. */
  readonly accountTransferEvents: TransferEventsPage;
  /** Transactions by contract or topics of their events. */
  readonly transactionsByEvent: TransactionsByEventPage;
  /** Who holds a denom, the largest balance first. */
  readonly holders: HoldersPage;
  /** How a denom is held. */
  readonly holderSummary: HolderSummary;
}

/** The client's methods. */
export type RouteName =
  | 'assets'
  | 'asset'
  | 'erc20Assets'
  | 'erc20Asset'
  | 'cw20Assets'
  | 'cw20Asset'
  | 'accountTransferEvents'
  | 'transactionsByEvent'
  | 'holders'
  | 'holderSummary';
