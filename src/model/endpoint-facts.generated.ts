// From schemas/report.schema.json: npm run generate

/** What endpoints report of themselves, by their kinds; null if unknown. */
export interface FactsByKind {
  /** What a gRPC endpoint reported about itself. Its strings are untrusted text: escape them. */
  readonly grpc: {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The network of the node. */
    readonly chainId: string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: string | null;

    /** Whether the connection was encrypted. */
    readonly transport: 'tls' | 'plaintext' | null;

    /** The version of the reflection service that answered. */
    readonly reflection: 'v1' | 'v1alpha' | null;

    /** The services that reflection lists, the first 500. */
    readonly services: readonly string[] | null;

    /** The name that the operator gave the node. */
    readonly moniker: string | null;

    /** The version of the Cosmos SDK. */
    readonly sdkVersion: string | null;

    /** The version of the chain's program. */
    readonly appVersion: string | null;

    /** Whether it has an index of transactions: as it says, and with `capabilities` as it answers a search. */
    readonly txIndex: boolean | null;

    /** The lowest block that it has. Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestBlock: number | null;

    /** The lowest block whose state it has, as it reports (earliest_store_height). Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestState: number | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What an EVM endpoint reported about itself. */
  readonly evm: {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly chainId: number | string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: number | string | null;

    /** The HTTP status of the first answer. */
    readonly httpStatus: number | null;

    /** Searches for logs (eth_getLogs); null unless `capabilities` asked for them. */
    readonly logs: {
      /** The widest search that was answered, in blocks, or what the refusal of a wider one names: at most 10,000 is tried. 0 if not even one block is answered, null if that is not known. */
      readonly maxRange: number | null;
    } | null;

    /** How many calls of a batch are answered with a result, as far as it was tried (4); 0 if batches are refused. Null if it was not asked for, or is not known. */
    readonly batch: number | null;

    /** Whether it answers for the newest final block (the tag finalized). */
    readonly finalized: boolean | null;

    /** Whether it answers for the newest safe block (the tag safe). */
    readonly safe: boolean | null;

    /** Whether it has debug_traceTransaction. */
    readonly debug: boolean | null;

    /** Whether it has trace_transaction. */
    readonly trace: boolean | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What a CometBFT RPC reported about itself. Its strings are untrusted text: escape them. */
  readonly rpc: {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The network of the node. */
    readonly chainId: string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: string | null;

    /** The name that the operator gave the node. */
    readonly moniker: string | null;

    /** The version of CometBFT, or of what the chain runs in its place. */
    readonly version: string | null;

    /** The HTTP status of the first answer. */
    readonly httpStatus: number | null;

    /** Whether it has an index of transactions: as it says, and with `capabilities` as it answers a search. */
    readonly txIndex: boolean | null;

    /** The lowest block that it has. Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestBlock: number | null;

    /** The lowest block whose state it has, as it reports (earliest_store_height). Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestState: number | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What a REST API reported about itself. Its strings are untrusted text: escape them. */
  readonly rest: {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The network of the node. */
    readonly chainId: string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: string | null;

    /** The name that the operator gave the node. */
    readonly moniker: string | null;

    /** The version of CometBFT, or of what the chain runs in its place. */
    readonly version: string | null;

    /** The version of the Cosmos SDK. */
    readonly sdkVersion: string | null;

    /** The version of the chain's program. */
    readonly appVersion: string | null;

    /** The HTTP status of the first answer. */
    readonly httpStatus: number | null;

    /** Whether it has an index of transactions: as it says, and with `capabilities` as it answers a search. */
    readonly txIndex: boolean | null;

    /** The lowest block that it has. Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestBlock: number | null;

    /** The lowest block whose state it has, as it reports (earliest_store_height). Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestState: number | null;

    /** Whether a POST arrives at the node, as wallets simulate transactions. */
    readonly simulate: boolean | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What a gRPC-web endpoint reported about itself. Its strings are untrusted text: escape them. */
  readonly 'grpc-web': {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The network of the node. */
    readonly chainId: string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: string | null;

    /** The name that the operator gave the node. */
    readonly moniker: string | null;

    /** The version of the Cosmos SDK. */
    readonly sdkVersion: string | null;

    /** The version of the chain's program. */
    readonly appVersion: string | null;

    /** The HTTP status of the first answer. */
    readonly httpStatus: number | null;

    /** Whether it has an index of transactions: as it says, and with `capabilities` as it answers a search. */
    readonly txIndex: boolean | null;

    /** The lowest block that it has. Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestBlock: number | null;

    /** The lowest block whose state it has, as it reports (earliest_store_height). Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestState: number | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What a CometBFT websocket reported about itself. Its strings are untrusted text: escape them. */
  readonly ws: {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The network of the node. */
    readonly chainId: string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: string | null;

    /** The name that the operator gave the node. */
    readonly moniker: string | null;

    /** The version of CometBFT. */
    readonly version: string | null;

    /** Whether new blocks can be subscribed to: confirmed by the endpoint, or an event came too in the moment that the check waited; null if it was refused, or is unknown. */
    readonly subscription: 'confirmed' | 'event' | null;

    /** Whether it has an index of transactions: as it says, and with `capabilities` as it answers a search. */
    readonly txIndex: boolean | null;

    /** The lowest block that it has. Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestBlock: number | null;

    /** The lowest block whose state it has, as it reports (earliest_store_height). Null unless `capabilities` asked for it, and if it is not known. */
    readonly lowestState: number | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What an EVM websocket reported about itself. */
  readonly 'evm-ws': {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly chainId: number | string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: number | string | null;

    /** Whether new blocks can be subscribed to: confirmed by the endpoint, or an event came too in the moment that the check waited; null if it was refused, or is unknown. */
    readonly subscription: 'confirmed' | 'event' | null;

    /** Searches for logs (eth_getLogs); null unless `capabilities` asked for them. */
    readonly logs: {
      /** The widest search that was answered, in blocks, or what the refusal of a wider one names: at most 10,000 is tried. 0 if not even one block is answered, null if that is not known. */
      readonly maxRange: number | null;
    } | null;

    /** Whether it answers for the newest final block (the tag finalized). */
    readonly finalized: boolean | null;

    /** Whether it answers for the newest safe block (the tag safe). */
    readonly safe: boolean | null;

    /** Whether it has debug_traceTransaction. */
    readonly debug: boolean | null;

    /** Whether it has trace_transaction. */
    readonly trace: boolean | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What a Solana endpoint reported about itself. Its strings are untrusted text: escape them. Its chain id is the hash of the genesis block, its block height the slot of the newest block. */
  readonly solana: {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The network of the node. */
    readonly chainId: string | null;

    /** Another chain id that the endpoint reported in the same check. */
    readonly otherChainId: string | null;

    /** The version of the node's software (solana-core). */
    readonly version: string | null;

    /** The HTTP status of the first answer. */
    readonly httpStatus: number | null;

    /** A number; a string of digits beyond 2^53, so that it is not rounded. */
    readonly blockHeight: number | string | null;

    /** ISO 8601, UTC. */
    readonly blockTime: string | null;

    /** What another answer of the same check says, if it is more than a minute and 20 blocks behind, or one of them is of a node that is catching up; null if all answers fit. */
    readonly otherHead: {
      /** A number; a string of digits beyond 2^53, so that it is not rounded. */
      readonly blockHeight: number | string | null;

      /** ISO 8601, UTC. */
      readonly blockTime: string | null;

      /** Whether it is catching up and another answer is not. */
      readonly syncing: boolean;
    } | null;

    /** Whether the node has its chain and its state from the first block on; null if neither the entry claims it nor `capabilities` asks, and if it is not known. */
    readonly archive: boolean | null;

    /** Whether pages of other origins may use it; null if the run did not check it, or it is unknown. */
    readonly cors: boolean | null;

    /** The version of TLS, such as TLSv1.3; null without TLS. */
    readonly tlsVersion: string | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What a peer showed of itself. Its strings are untrusted text: escape them. */
  readonly peer: {
    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The network of the node. */
    readonly chainId: string | null;

    /** The id that the key of the node proved. */
    readonly peerId: string | null;

    /** The name that the operator gave the node. */
    readonly moniker: string | null;

    /** The version of CometBFT, or of what the chain runs in its place. */
    readonly version: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
  /** What a route of the query API answered, with the token and without a valid one. All but the route are null if the call was not made. */
  readonly query: {
    /** The route as the command query calls it, such as erc20-assets. */
    readonly route: string;

    /** The IP address and port that answered. */
    readonly address: string | null;

    /** The HTTP status. */
    readonly status: number | null;

    /** The HTTP status without a token; it must be 401 or 403. */
    readonly statusWithoutToken: number | null;

    /** The HTTP status with a made-up token; it must be 401 or 403. */
    readonly statusWithMadeUpToken: number | null;

    /** The length of the body. */
    readonly bytes: number | null;

    /** ISO 8601, UTC. */
    readonly certificateExpiresAt: string | null;

    /** Where the time of the attempt that counts went, in milliseconds; each phase by itself, null if it was not reached. */
    readonly phasesMs: {
      /** Resolving the name. */
      readonly dns: number | null;

      /** The TCP handshake. */
      readonly connect: number | null;

      /** The TLS handshake. */
      readonly tls: number | null;

      /** From the ready connection to the first response. */
      readonly firstByte: number | null;

      /** The whole attempt. */
      readonly total: number | null;
    };
  };
}
