import { isJsonObject } from '../../model/json.js';
import type { Format } from '../format.js';
import { cosmosClaims, evmClaims } from './claims.js';
import { chainlistLayout } from './layout.js';
import { validate } from './param-validator.generated.js';

/** Registries such as cosmostation/chainlist: a directory for each chain, with parameters and endpoints in param.json or param_2.json. */
export const chainlist: Format = {
  name: 'chainlist',
  layout: chainlistLayout,
  findMisfit: (value) => (isJsonObject(value) ? null : 'its files are objects'),
  lists: [
    {
      kind: 'grpc',
      pattern: '/grpc_endpoint/*',
      aliases: ['endpoint', 'endpoint_url', 'grpc', 'grpc_url', 'grpc_address'],
      addressForms: { allowPlaintext: false },
      claims: cosmosClaims,
    },
    {
      kind: 'evm',
      pattern: '/evm_rpc_endpoint/*',
      aliases: [
        'evm',
        'evm_rpc',
        'evm_endpoint',
        'evm_rpc_url',
        'evm_url',
        'rpc_evm_endpoint',
        'json_rpc_endpoint',
      ],
      addressForms: { allowPlaintext: false },
      claims: evmClaims,
    },
  ],
  entryFields: {
    address: { name: 'url', aliases: ['address', 'uri', 'endpoint', 'link', 'host', 'addr'] },
    provider: { name: 'provider', aliases: ['name', 'moniker', 'operator', 'validator'] },
  },
  schema: {
    title: 'Chain parameters',
    description:
      'The parameters of a chain, at chain/<chain>/param.json or param_2.json. Fields that are not named here are free.',
    validate,
  },
};
