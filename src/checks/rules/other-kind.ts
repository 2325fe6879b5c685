import type { ServiceKind } from '../../model/failure.js';

/** The data of a rule for an endpoint that is listed as one kind and is another. */
export type OtherKindData = { readonly kind: ServiceKind };

const names: Readonly<Record<ServiceKind, string>> = {
  grpc: 'a gRPC server',
  evm: 'an EVM JSON-RPC endpoint',
  rpc: 'a CometBFT RPC',
  rest: 'a Cosmos REST API',
  'grpc-web': 'a gRPC-web endpoint',
  ws: 'a CometBFT websocket',
  'evm-ws': 'an EVM JSON-RPC websocket',
  web: 'a web site',
};

const hints: Readonly<Record<ServiceKind, string>> = {
  grpc: 'list it as grpc, as host:port',
  evm: 'list it as evm, as an https url',
  rpc: 'list it as rpc',
  rest: 'list it as rest',
  'grpc-web': 'list it as grpc-web',
  ws: 'list it as ws, as a wss url',
  'evm-ws': 'list it as evm-ws, as a wss url',
  web: 'check the host and the port',
};

/** What the endpoint is, and what it is not. */
export function describeOtherKind({ kind }: OtherKindData, listedAs: string): string {
  return `this is ${names[kind]}, not ${listedAs}`;
}

/** Where to list it, and what to list in its place. */
export function hintForOtherKind({ kind }: OtherKindData, usual: string): string {
  return `${hints[kind]}; ${usual}`;
}
