import { isJsonObject, type JsonValue } from '../../model/json.js';
import { addressField, providerField } from '../entry-fields.js';
import type { Format } from '../format.js';
import { describeMissing } from '../misfit.js';
import { chainRegistryLayout } from './layout.js';
import { registryLists } from './lists.js';
import { manifests } from './manifests.js';
import { validate } from './validator.generated.js';

/** Registries such as cosmos/chain-registry: a directory for each chain, with its description and endpoints in chain.json. */
export const chainRegistry: Format = {
  name: 'chain-registry',
  title: 'cosmos/chain-registry and registries of its shape',
  layout: chainRegistryLayout,
  findMisfit: (value) => describeMissing(value, ['chain_name', 'apis']),
  chains: '',
  readChain: (chain, file) => {
    const { chain_name: name, status } = isJsonObject(chain) ? chain : {};
    return {
      name: file.chain ?? (typeof name === 'string' ? name : null),
      status: status === 'killed' || status === 'upcoming' ? status : 'live',
    };
  },
  // https://github.com/cosmos/chain-registry/blob/master/chain.schema.json, `status`.
  status: {
    pointer: '/status',
    values: ['live', 'upcoming', 'killed'],
    killed: 'killed',
    after: 'chain_name',
  },
  naming: { field: 'chain_name', agrees: (chain, name) => chain === name },
  lists: registryLists,
  entryFields: {
    address: addressField('address'),
    archive: 'archive',
    // https://github.com/initia-labs/initia-registry/blob/main/chain.schema.json, `$defs.endpoint`.
    closedTo: 'authorizedUser',
    provider: providerField,
    providerPolicy: 'expected',
    providerSchema: { path: 'chain.schema.json', requiresProvider },
  },
  manifests,
  // cosmos/chain-registry lists these chains for their assets.
  canLackEndpoints: (path) => /(?:^|\/)_non-cosmos\//.test(path),
  schema: {
    file: 'chain-registry',
    title: 'The endpoints of a chain',
    description:
      'A chain of a registry such as cosmos/chain-registry, at <chain>/chain.json. Fields that are not named here are free.',
    validate,
  },
};

/** Whether a registry requires endpoints to name their provider, by `$defs.endpoint` of its chain.schema.json. */
function requiresProvider(schema: JsonValue): boolean {
  const { $defs: definitions = null } = isJsonObject(schema) ? schema : {};
  const { endpoint = null } = isJsonObject(definitions) ? definitions : {};
  const { required = null } = isJsonObject(endpoint) ? endpoint : {};
  return Array.isArray(required) && required.includes('provider');
}
