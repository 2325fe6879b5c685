import { cosmosClaim, derivedEvmClaim, evmClaim } from '../claim-fields.js';
import type { EntryList } from '../format.js';

const cosmosClaims = [cosmosClaim('chain_id')];
const evmClaims = [evmClaim('evm_chain_id'), derivedEvmClaim('chain_id')];
/** Plain http is in use, and warned of where it is probed. */
const urls = { allowPlaintext: true };

/**
 * The lists below `apis`. Source: `$defs/endpoint` and `apis` of chain.schema.json, https://github.com/cosmos/chain-registry; `json-rpc` and
 * `json-rpc-websocket` are those of registries of the same shape.
 */
export const apiLists: readonly EntryList[] = [
  list('rpc', 'rpc', cosmosClaims, urls),
  list('rest', 'rest', cosmosClaims, urls),
  list('grpc', 'grpc', cosmosClaims, { allowScheme: true }),
  list('ws', 'wss', cosmosClaims, urls),
  list('grpc-web', 'grpc-web', cosmosClaims, { ...urls, allowHostPort: true }),
  list('evm', 'evm-http-jsonrpc', evmClaims, urls),
  list('evm', 'json-rpc', evmClaims, urls),
  list('evm-ws', 'json-rpc-websocket', evmClaims, urls),
];

function list(
  kind: string,
  field: string,
  claims: EntryList['claims'],
  addressForms: EntryList['addressForms'],
): EntryList {
  return { kind, pointer: `/apis/${field}`, form: 'objects', aliases: [], addressForms, claims };
}
