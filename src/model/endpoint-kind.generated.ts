// From the list in src/checks/index.ts: npm run generate

/** The kinds of endpoints that are checked. */
export const endpointKinds = ['grpc', 'evm', 'rpc', 'rest', 'grpc-web', 'ws', 'evm-ws', 'peer'] as const;

/** A kind of endpoint that is checked. */
export type EndpointKind = (typeof endpointKinds)[number];

/** A kind of endpoint that is served over websockets. */
export type WebSocketKind = 'ws' | 'evm-ws';
