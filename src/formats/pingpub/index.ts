import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { isJsonObject } from '../../model/json.js';
import { cosmosClaim } from '../claim-fields.js';
import { addressField, nameLists, providerField } from '../entry-fields.js';
import { describeMissing, type EntryList, type Format, readText } from '../format.js';
import { locateBy } from '../layout.js';
import { validate } from './validator.generated.js';

const claims = [cosmosClaim('chain_id')];

/** Registries such as ping-pub/explorer: a file for each chain, with endpoints in several forms. */
export const pingpub: Format = {
  name: 'pingpub',
  title: 'ping-pub/ping.pub and registries of its shape',
  layout: {
    examplePath: 'chains/mainnet/<chain>.json',
    trees: ['chains'],
    choosePlace: (path) => `chains/${/testnet/i.test(path) ? 'testnet' : 'mainnet'}/<chain>.json`,
    isRoot: ({ hasDirectory }) => hasDirectory('chains/mainnet') || hasDirectory('chains/testnet'),
    // Disabled chains have files with other extensions: `.json.disabled`, `.json.bak`.
    locate: locateBy(/^chains\/(?:mainnet|testnet)\/([^/]+)\.json$/),
  },
  findMisfit: (value) =>
    describeMissing(value, ['chain_name']) ??
    (isJsonObject(value) && ['api', 'rpc', 'grpc'].some((field) => Object.hasOwn(value, field))
      ? null
      : 'it has none of "api", "rpc", "grpc"'),
  chains: '',
  readChain: (chain, named) => ({ name: named ?? readText(chain, 'chain_name'), status: 'live' }),
  lists: [
    list('rpc', '/rpc', { allowPlaintext: true }, nameLists('rpc')),
    list('rest', '/api', { allowPlaintext: true }, nameLists('api', 'rest', 'lcd')),
    list('grpc', '/grpc', { allowScheme: true }, nameLists('grpc')),
  ],
  entryFields: {
    address: addressField('address'),
    provider: providerField,
    providerPolicy: 'optional',
  },
  schema: {
    file: 'pingpub',
    title: 'The endpoints of a chain',
    description:
      'A chain of a registry such as ping-pub/ping.pub, at chains/mainnet/<chain>.json. Fields that are not named here are free.',
    validate,
  },
};

function list(
  kind: EndpointKind,
  pointer: string,
  addressForms: EntryList['addressForms'],
  aliases: readonly string[],
): EntryList {
  return { kind, pointer, form: 'any', aliases, addressForms, claims };
}
