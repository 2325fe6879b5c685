// A process with a gRPC node of a large chain, over plaintext: it passes the check, and lists the owners of denoms of any size (see
// owners.js) in pages, each after a delay. Balances are those of the height that `x-cosmos-block-height` names, else of the latest, and
// old heights are pruned, with the error of the SDK.
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { importTypeScript } from '../../scripts/import-typescript.js';
import { findHead, findTimestamp } from './head.js';
import { Owners } from './owners.js';
import { serveStats } from './stand-in-stats.js';

/**
 * @typedef {object} CosmosOptions
 * @property {import('./head.js').Clock} clock
 * @property {number} [port]
 * @property {number} [pageMs] The delay of a page of owners.
 * @property {number} [callMs] That of other calls.
 * @property {number} [pageSize] The most owners of a page, however many are requested.
 * @property {number} [keepHeights] How many heights are not pruned.
 * @property {number} [lag] How many blocks it is behind.
 * @property {string} [network]
 */

/** @type {CosmosOptions} */
const {
  clock,
  port = 0,
  pageMs = 50,
  callMs = 0,
  pageSize = 1_000,
  keepHeights = 100,
  lag = 0,
  network = 'bench-1',
} = JSON.parse(process.argv[2] ?? '{}');
const { bankService, definitions, nodeService } = await importTypeScript('src/sandbox/descriptors.ts');

const heightHeader = 'x-cosmos-block-height';
/** @type {Map<string, Owners>} */
const denoms = new Map();
/** Pages of balances that do not move, encoded. @type {Map<string, Buffer>} */
const pages = new Map();
const stats = serveStats();
const getHead = () => findHead(clock) - lag;

/** @param {string} denom */
const findOwners = (denom) => {
  const owners = denoms.get(denom) ?? new Owners(denom);
  denoms.set(denom, owners);
  return owners;
};

/** @param {BinaryWriter} writer @param {number} field @param {string} denom @param {bigint} amount */
const writeCoin = (writer, field, denom, amount) =>
  writer
    .uint32((field << 3) | 2)
    .fork()
    .uint32(10)
    .string(denom)
    .uint32(18)
    .string(String(amount))
    .join();

/** @param {Owners} owners @param {number} height @param {{ key: Buffer, offset: number, limit: number, count_total: boolean }} page */
function encodePage(owners, height, { key, offset, limit, count_total: counts }) {
  const from = key.length > 0 ? owners.findIndex(key) : offset;
  const to = Math.min(owners.count, from + Math.min(limit === 0 ? 100 : limit, pageSize));
  const name = `${owners.denom} ${from} ${to} ${counts}`;
  const known = pages.get(name);
  if (known !== undefined) return known;
  const writer = new BinaryWriter();
  for (let index = from; index < to; index++) {
    writer.uint32(10).fork().uint32(10).string(owners.getAddress(index));
    writeCoin(writer, 2, owners.denom, owners.getAmount(index, height)).join();
  }
  writer.uint32(18).fork();
  if (to < owners.count) writer.uint32(10).bytes(owners.getKey(to));
  if (counts && key.length === 0) writer.uint32(16).uint64(owners.count);
  const bytes = Buffer.from(writer.join().finish());
  if (!owners.isMoving) pages.set(name, bytes);
  return bytes;
}

/** @param {Buffer} bytes The fields of a request that are strings. @returns {string[]} */
function readStrings(bytes) {
  const reader = new BinaryReader(bytes);
  const fields = ['', '', ''];
  while (reader.pos < reader.len) fields[reader.uint32() >>> 3] = reader.string();
  return fields;
}

/**
 * Makes the handler of a call of the bank: the height as the SDK chooses it (`RegisterGRPCServer` in baseapp/grpcserver.go).
 * @param {string} name
 * @param {number} delayMs
 * @param {(request: any, height: number) => unknown} answer
 * @returns {import('@grpc/grpc-js').handleUnaryCall<any, any>}
 */
const answerAt = (name, delayMs, answer) => (call, callback) => {
  const end = stats.begin(name);
  const [requested] = call.metadata.get(heightHeader);
  const head = getHead();
  const height = requested === undefined ? head : Number(requested);
  const reply = () => {
    if (height > head || height <= head - keepHeights) {
      end('refused');
      callback({ code: status.UNKNOWN, details: describeMissing(height, head) });
      return;
    }
    end();
    const metadata = new Metadata();
    metadata.set(heightHeader, String(height));
    call.sendMetadata(metadata);
    callback(null, answer(call.request, height));
  };
  setTimeout(reply, delayMs);
};

/** The error of the Cosmos SDK 0.50; https://github.com/Kava-Labs/kava/issues/2060 has a real one. @param {number} height @param {number} head */
const describeMissing = (height, head) =>
  height > head
    ? 'codespace sdk code 26: invalid height: cannot query with height in the future; please provide a valid height'
    : `codespace sdk code 18: invalid request: failed to load state at height ${height}; version mismatch on immutable IAVL tree; version does not exist. Version has either been pruned, or is for a future block height (latest height: ${head})`;

const raw = { responseSerialize: /** @param {Buffer} bytes */ (bytes) => bytes };
const server = new Server();
server.addService(nodeService, {
  GetNodeInfo: (/** @type {unknown} */ _call, /** @type {any} */ callback) =>
    callback(null, {
      default_node_info: { network, version: '0.38.17', moniker: 'stand-in' },
      application_version: {
        name: 'bench',
        app_name: 'benchd',
        version: '1.0.0',
        cosmos_sdk_version: 'v0.53.4',
      },
    }),
  GetSyncing: (/** @type {unknown} */ _call, /** @type {any} */ callback) =>
    callback(null, { syncing: false }),
  GetLatestBlock: (/** @type {unknown} */ _call, /** @type {any} */ callback) => {
    const height = getHead();
    const seconds = clock.blockMs === 0 ? Math.floor(Date.now() / 1_000) : findTimestamp(clock, height);
    callback(null, { sdk_block: { header: { chain_id: network, height, time: { seconds, nanos: 0 } } } });
  },
});
server.addService(
  {
    SupplyOf: bankService.SupplyOf,
    DenomMetadata: bankService.DenomMetadata,
    DenomOwners: { ...bankService.DenomOwners, ...raw },
    Balance: {
      path: '/cosmos.bank.v1beta1.Query/Balance',
      requestStream: false,
      responseStream: false,
      requestSerialize: raw.responseSerialize,
      requestDeserialize: readStrings,
      responseDeserialize: raw.responseSerialize,
      ...raw,
    },
  },
  {
    SupplyOf: answerAt('SupplyOf', callMs, ({ denom }) => ({
      amount: { denom, amount: String(findOwners(denom).supply) },
    })),
    DenomMetadata: answerAt('DenomMetadata', callMs, ({ denom }) => ({
      metadata: {
        base: denom,
        display: denom,
        name: 'Bench',
        symbol: 'BENCH',
        denom_units: [{ denom, exponent: 0, aliases: [] }],
      },
    })),
    DenomOwners: answerAt('DenomOwners', pageMs, ({ denom, pagination }, height) => {
      const { key = Buffer.alloc(0), offset = 0, limit = 0, count_total = false } = pagination ?? {};
      return encodePage(findOwners(denom), height, { key, offset, limit, count_total });
    }),
    Balance: answerAt('Balance', callMs, ([, address = '', denom = ''], height) => {
      const owners = findOwners(denom);
      const index = owners.findAddress(address);
      const writer = new BinaryWriter();
      writeCoin(writer, 1, denom, index === null ? 0n : owners.getAmount(index, height));
      return Buffer.from(writer.finish());
    }),
  },
);
new ReflectionService(definitions).addToServer(server);
server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
  if (error !== null) throw error;
  process.send?.({ port: bound });
});
