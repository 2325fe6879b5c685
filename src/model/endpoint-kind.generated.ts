// From the list in src/checks/index.ts: npm run generate

/** A kind of endpoint that is checked. */
export type EndpointKind = 'grpc' | 'evm' | 'rpc' | 'rest' | 'grpc-web' | 'ws' | 'evm-ws' | 'solana' | 'peer';

/** All of them. */
export const endpointKinds: readonly EndpointKind[] = ['grpc', 'evm', 'rpc', 'rest', 'grpc-web', 'ws', 'evm-ws', 'solana', 'peer'];

/** A kind of endpoint that is served over websockets. */
export type WebSocketKind = 'ws' | 'evm-ws';

/** The kinds whose endpoints are peers of a network, not services for anybody. */
export const peerToPeerKinds: readonly string[] = ['peer'];
