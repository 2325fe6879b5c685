import {
  type handleBidiStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import {
  bankService,
  definitions,
  getMethod,
  nodeService,
  reflectionService,
  statusService,
} from './descriptors.js';
import { type BankOptions, implementBank } from './bank.js';
import type { KeyPair } from './certificates.js';
import type { SandboxServer } from './server.js';
import { type CosmosState, createNodeInfo } from './web-node.js';

/** The behaviour of a node; by default a healthy one in plaintext. */
export interface CosmosNodeOptions
  extends BankOptions, Pick<CosmosState, 'network' | 'moniker' | 'catchingUp'> {
  readonly tls?: KeyPair;
  /** A free one by default. */
  readonly port?: number;
  /** `both` is @grpc/reflection; `v1alpha` behaves like a Cosmos SDK node, which closes the stream after one answer. */
  readonly reflection?: 'both' | 'v1alpha' | 'none';
  readonly height?: number | (() => number);
  /** When the latest block was made, one second after the one before it; or when each was. */
  readonly blockTime?: Date | ((height: number) => Date);
  /** The height at which its chain begins, by default 1, and the lowest block that it has, by default that. */
  readonly firstHeight?: number;
  readonly lowestHeight?: number;
  /** Whether it has an index of transactions; true by default. */
  readonly txIndex?: boolean;
}

const blockMs = 1_000;

/** A method without the fields of its messages. */
const bare = {
  requestStream: false as const,
  responseStream: false as const,
  requestSerialize: (message: Buffer) => message,
  requestDeserialize: (bytes: Buffer) => bytes,
  responseSerialize: (message: Buffer) => message,
  responseDeserialize: (bytes: Buffer) => bytes,
};
/** `cosmos.tx.v1beta1.Service`: the one call of a check. */
const txService = { GetTxsEvent: { ...bare, path: '/cosmos.tx.v1beta1.Service/GetTxsEvent' } };
/** Answers of the bank may be encoded already. */
const bankMethods = Object.fromEntries(
  Object.entries(bankService).map(([name, method]) => {
    const responseSerialize = (answer: object) =>
      answer instanceof Buffer ? answer : method.responseSerialize(answer);
    return [name, { ...method, responseSerialize }];
  }),
);
const paramsService = { Params: { ...bare, path: '/cosmos.bank.v1beta1.Query/Params' } };

/** Starts a gRPC server that answers the calls of a check like a Cosmos SDK node. */
export async function startCosmosNode(options: CosmosNodeOptions = {}): Promise<SandboxServer> {
  const { tls, port = 0, reflection = 'both' } = options;
  const server = new Server();
  server.addService(nodeService, implementNode(options));
  const { firstHeight = 1, lowestHeight = firstHeight } = options;
  const Status: handleUnaryCall<object, object> = (_call, callback) =>
    callback(null, { earliest_store_height: lowestHeight });
  server.addService(statusService, { Status });
  server.addService(txService, { GetTxsEvent: implementSearch(options) });
  const knownHeights = {
    first: 1,
    get last() {
      return findHeight(options);
    },
  };
  server.addService({ ...bankMethods, ...paramsService }, implementBank({ knownHeights, ...options }));
  if (reflection === 'both') new ReflectionService(definitions).addToServer(server);
  if (reflection === 'v1alpha') addOldReflection(server);

  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [
          { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) },
        ]);
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, boundPort) =>
      error === null ? resolve(boundPort) : reject(error),
    ),
  );
  return {
    port: bound,
    close: () => {
      server.forceShutdown();
      return Promise.resolve();
    },
  };
}

function implementSearch({ txIndex = true }: CosmosNodeOptions): handleUnaryCall<Buffer, Buffer> {
  return (_call, callback) =>
    txIndex
      ? callback(null, Buffer.alloc(0))
      : callback({ code: status.INTERNAL, details: 'transaction indexing is disabled' });
}

function findHeight({ height = 1_234 }: CosmosNodeOptions): number {
  return typeof height === 'function' ? height() : height;
}

function implementNode(options: CosmosNodeOptions): UntypedServiceImplementation {
  const {
    network = 'sandbox-1',
    catchingUp = false,
    txIndex = true,
    firstHeight = 1,
    lowestHeight = firstHeight,
  } = options;
  const describeBlock = (at: number) => {
    // Now, as at the nodes of other kinds: the heads of the sandbox move together.
    const { blockTime = new Date() } = options;
    const madeAtMs =
      typeof blockTime === 'function'
        ? blockTime(at).getTime()
        : blockTime.getTime() - (findHeight(options) - at) * blockMs;
    const seconds = Math.trunc(madeAtMs / 1_000);
    const before = at === firstHeight ? {} : { hash: Buffer.alloc(32, 0xab) };
    const time = { seconds, nanos: 0 };
    return { sdk_block: { header: { chain_id: network, height: at, time, last_block_id: before } } };
  };
  const GetLatestBlock: handleUnaryCall<object, object> = (_call, callback) =>
    callback(null, describeBlock(findHeight(options)));
  const GetBlockByHeight: handleUnaryCall<{ height: number }, object> = ({ request }, callback) => {
    if (request.height >= lowestHeight) return callback(null, describeBlock(request.height));
    // CometBFT's words, in rpc/core/env.go.
    const details = `height ${request.height} is not available, lowest height is ${lowestHeight}`;
    return callback({ code: status.UNKNOWN, details });
  };
  const answer =
    (message: object): handleUnaryCall<object, object> =>
    (_call, callback) =>
      callback(null, message);
  return {
    GetNodeInfo: answer(createNodeInfo(options, { other: { tx_index: txIndex ? 'on' : 'off' } })),
    GetSyncing: answer({ syncing: catchingUp }),
    GetLatestBlock,
    GetBlockByHeight,
  };
}

/** Reflection before v1. Implemented here, since @grpc/reflection registers both versions. */
function addOldReflection(server: Server): void {
  const name = 'grpc.reflection.v1alpha.ServerReflection';
  const method = getMethod(reflectionService, 'ServerReflectionInfo');
  const listServices: handleBidiStreamingCall<{ list_services?: string }, object> = (call) => {
    call.once('data', (request: { list_services?: string }) => {
      if (request.list_services === undefined) {
        call.emit('error', { code: status.UNIMPLEMENTED, details: 'only list_services' });
        return;
      }
      const names = ['cosmos.base.tendermint.v1beta1.Service', name];
      call.write({ list_services_response: { service: names.map((service) => ({ name: service })) } });
      call.end();
    });
  };
  server.addService(
    {
      ServerReflectionInfo: { ...method, path: `/${name}/ServerReflectionInfo` },
    },
    { ServerReflectionInfo: listServices },
  );
}
