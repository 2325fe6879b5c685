import { apiLists, peerLists } from '../chain-registry/index.js';
import { addressField } from '../entry-fields.js';
import { describeMissing, type Format, readText } from '../format.js';
import { locateBy } from '../layout.js';
import { validate } from './validator.generated.js';

const providerFields = {
  provider: null,
  fileProvider: '/provider/name',
  forbidden: { provider: 'the registry writes provider.name of the manifest there' },
} as const;

/**
 * The manifest that a provider publishes at `/.well-known/cosmos-registry.json`: its endpoints of many chains, which cosmos/chain-registry
 * imports. Source: provider-manifest.schema.json, https://github.com/cosmos/chain-registry.
 */
export const manifest: Format = {
  name: 'manifest',
  title: "a provider's manifest for cosmos/chain-registry",
  layout: {
    examplePath: '.well-known/cosmos-registry.json',
    trees: ['.well-known'],
    isRoot: ({ hasFile }) => hasFile('.well-known/cosmos-registry.json'),
    locate: locateBy(/^\.well-known\/cosmos-registry\.json$/),
  },
  findMisfit: (value) => describeMissing(value, ['manifest_version', 'chains']),
  chains: '/chains/*',
  readChain: (chain) => ({ name: readText(chain, 'chain_id'), status: 'live' }),
  // Each file has the chains of one provider.
  groupOf: null,
  lists: [...apiLists, ...peerLists(providerFields)],
  entryFields: {
    ...providerFields,
    address: addressField('address'),
    archive: 'archive',
    providerPolicy: 'optional',
  },
  schema: {
    file: 'manifest',
    title: 'Provider manifest',
    description:
      'The endpoints that a provider publishes for cosmos/chain-registry. Fields that are not named here are not checked.',
    validate,
  },
};
