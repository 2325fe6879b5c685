// From the definitions of the kinds, listed in src/checks/index.ts: npm run generate
import type { EndpointKind, WebSocketKind } from '../model/endpoint-kind.generated.js';
import type { KindFacts } from './check.js';

/** What checks know of kinds other than their own. */
export const kinds: Readonly<Record<EndpointKind, KindFacts>> = {
  'grpc': {"idFamily":"cosmos","noun":"a gRPC server","listing":"list it as grpc, as host:port","bindHint":"(a Cosmos SDK node binds gRPC to localhost by default)","statusHints":{"all":"pass gRPC on to the node (with nginx, grpc_pass grpc://…), or list the port that does"}},
  'evm': {"idFamily":"evm","noun":"an EVM JSON-RPC endpoint","listing":"list it as evm, as an https url","bindHint":"(geth binds JSON-RPC to localhost without --http.addr)","sign":{"method":"eth_chainId","result":"^0x"}},
  'rpc': {"idFamily":"cosmos","noun":"a CometBFT RPC","listing":"list it as rpc","bindHint":"(CometBFT binds its RPC to localhost unless laddr in config.toml says otherwise)","statusHints":{"405":"check the path of the url, and let GET requests through the proxy: it does not accept them"}},
  'rest': {"idFamily":"cosmos","noun":"a Cosmos REST API","listing":"list it as rest","bindHint":"(a Cosmos SDK node has its REST API off, and on localhost, unless [api] in app.toml says otherwise)","statusHints":{"405":"check the path of the url, and let GET requests through the proxy: it does not accept them"}},
  'grpc-web': {"idFamily":"cosmos","noun":"a gRPC-web endpoint","listing":"list it as grpc-web","statusHints":{"404":"check the path of the url, and that gRPC-web is on at the node ([grpc-web] enable in app.toml)","405":"check the path of the url, and that gRPC-web is on at the node ([grpc-web] enable in app.toml)","415":"check the path of the url, and that gRPC-web is on at the node ([grpc-web] enable in app.toml)","501":"check the path of the url, and that gRPC-web is on at the node ([grpc-web] enable in app.toml)"}},
  'ws': {"idFamily":"cosmos","isWebSocket":true,"noun":"a CometBFT websocket","listing":"list it as ws, as a wss url","bindHint":"(CometBFT binds its RPC to localhost by default)"},
  'evm-ws': {"idFamily":"evm","isWebSocket":true,"noun":"an EVM JSON-RPC websocket","listing":"list it as evm-ws, as a wss url","bindHint":"(geth binds websockets to localhost without --ws.addr)","sign":{"method":"eth_chainId","result":"^0x"}},
  'solana': {"idFamily":"solana","noun":"a Solana JSON-RPC endpoint","listing":"list it as solana, as an https url","bindHint":"(a validator binds JSON-RPC to localhost without --rpc-bind-address)","sign":{"method":"getGenesisHash","result":"^[1-9A-HJ-NP-Za-km-z]{32,44}$"}},
  'peer': {"idFamily":"cosmos","noun":"a CometBFT peer","listing":"list it as a peer, as id@host:port","bindHint":"(CometBFT listens for peers at 26656 unless [p2p] laddr in config.toml says otherwise)"},
};

/** The kinds that are served over websockets. */
export const webSocketKinds: readonly WebSocketKind[] = ['ws', 'evm-ws'];
