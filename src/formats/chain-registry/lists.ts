import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { cosmosClaim, derivedEvmClaim, evmClaim } from '../claim-fields.js';
import { addressField, peerIdField, providerField } from '../entry-fields.js';
import type { EntryFields, EntryList } from '../format.js';

const cosmosClaims = [cosmosClaim('chain_id')];
const evmClaims = [evmClaim('evm_chain_id'), derivedEvmClaim('chain_id')];
/** Plain http is common; the probe warns about it. */
const urls = { allowPlaintext: true };

/**
 * The lists below `apis`. Source: `$defs/endpoint` and `apis` of chain.schema.json, https://github.com/cosmos/chain-registry. `json-rpc` and
 * `json-rpc-websocket` come from registries of the same shape.
 */
export const apiLists: readonly EntryList[] = [
  list('rpc', 'rpc', cosmosClaims, urls, ['rcp']),
  list('rest', 'rest', cosmosClaims, urls, ['lcd']),
  list('grpc', 'grpc', cosmosClaims, { allowScheme: true }, ['gprc', 'grcp']),
  list('ws', 'wss', cosmosClaims, urls, ['ws', 'websocket']),
  list('grpc-web', 'grpc-web', cosmosClaims, urls),
  list('evm', 'evm-http-jsonrpc', evmClaims, urls, ['evm', 'evm-rpc', 'evm-http']),
  list('evm', 'json-rpc', evmClaims, urls),
  list('evm-ws', 'json-rpc-websocket', evmClaims, urls, ['evm-ws', 'evm-wss', 'evm-websocket']),
];

/** The lists below `peers`, seeds last: any node is a peer. Source: `$defs/peer` of chain.schema.json, which requires no provider. */
export function peerLists(
  commonFields: Pick<EntryFields, 'provider' | 'fileProvider' | 'forbidden'>,
): readonly EntryList[] {
  const address = addressField('address');
  const entryFields: EntryFields = { ...commonFields, id: peerIdField, address, providerPolicy: 'optional' };
  const lists = { persistent_peers: ['persistent-peers', 'persistentPeers'], seeds: ['seed'] };
  return Object.entries(lists).map(([field, aliases]) => ({
    kind: 'peer',
    pointer: `/peers/${field}`,
    form: 'objects',
    aliases,
    addressForms: { warnsOfPrivate: true },
    entryFields,
    claims: cosmosClaims,
  }));
}

/** The lists of a registry, which also accepts gRPC addresses with a path. */
export const registryLists: readonly EntryList[] = [
  ...apiLists.map((apiList) =>
    apiList.kind === 'grpc'
      ? { ...apiList, addressForms: { ...apiList.addressForms, allowPath: true } }
      : apiList,
  ),
  ...peerLists({ provider: providerField }),
];

function list(
  kind: EndpointKind,
  field: string,
  claims: EntryList['claims'],
  addressForms: EntryList['addressForms'],
  aliases: readonly string[] = [],
): EntryList {
  return { kind, pointer: `/apis/${field}`, form: 'objects', aliases, addressForms, claims };
}
