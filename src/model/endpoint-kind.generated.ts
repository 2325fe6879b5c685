// From the list in src/checks/index.ts: npm run generate

/** A kind of endpoint that is checked. */
export type EndpointKind = 'grpc' | 'evm' | 'rpc' | 'rest' | 'grpc-web' | 'ws' | 'evm-ws' | 'solana' | 'peer';

/** All of them. */
export const endpointKinds: readonly EndpointKind[] = ['grpc', 'evm', 'rpc', 'rest', 'grpc-web', 'ws', 'evm-ws', 'solana', 'peer'];

/** A kind of endpoint that is served over websockets. */
export type WebSocketKind = 'ws' | 'evm-ws';

/** The kinds whose endpoints are peers of a network, not services for anybody. */
export const peerToPeerKinds: readonly string[] = ['peer'];

/** The families of kinds whose chain ids can be compared. */
export const idFamilies = ['cosmos', 'evm', 'solana'] as const;
export type IdFamily = (typeof idFamilies)[number];

/** What people call kinds besides their names. */
export const otherKindNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['evm', ["ethereum","eth","evm-rpc","eth-rpc","json-rpc","jsonrpc"]],
  ['rpc', ["tendermint","comet","cometbft","cosmos-rpc"]],
  ['rest', ["lcd","api","http"]],
  ['ws', ["wss","websocket"]],
  ['evm-ws', ["evm-wss","eth-ws","json-rpc-websocket"]],
  ['solana', ["sol","svm"]],
  ['peer', ["p2p","peers","seed","seeds","persistent-peer"]],
]);
