// From the definitions of the kinds, listed in src/checks/index.ts: npm run generate
import type { EndpointKind, WebSocketKind } from '../model/endpoint-kind.generated.js';
import type { KindFacts } from './check.js';

/** What checks know of kinds other than their own. */
export const kinds: Readonly<Record<EndpointKind, KindFacts>> = {
  'grpc': {"idFamily":"cosmos","noun":"a gRPC server","listing":"list it as grpc, as host:port","bindHint":"(a Cosmos SDK node binds gRPC to localhost by default)"},
  'evm': {"idFamily":"evm","noun":"an EVM JSON-RPC endpoint","listing":"list it as evm, as an https url","bindHint":"(geth binds JSON-RPC to localhost without --http.addr)"},
  'rpc': {"idFamily":"cosmos","noun":"a CometBFT RPC","listing":"list it as rpc","bindHint":"(CometBFT binds its RPC to localhost unless laddr in config.toml says otherwise)"},
  'rest': {"idFamily":"cosmos","noun":"a Cosmos REST API","listing":"list it as rest","bindHint":"(a Cosmos SDK node has its REST API off, and on localhost, unless [api] in app.toml says otherwise)"},
  'grpc-web': {"idFamily":"cosmos","noun":"a gRPC-web endpoint","listing":"list it as grpc-web"},
  'ws': {"idFamily":"cosmos","isWebSocket":true,"noun":"a CometBFT websocket","listing":"list it as ws, as a wss url","bindHint":"(CometBFT binds its RPC to localhost by default)"},
  'evm-ws': {"idFamily":"evm","isWebSocket":true,"noun":"an EVM JSON-RPC websocket","listing":"list it as evm-ws, as a wss url","bindHint":"(geth binds websockets to localhost without --ws.addr)"},
};

/** The kinds that are served over websockets. */
export const webSocketKinds: readonly WebSocketKind[] = ['ws', 'evm-ws'];
