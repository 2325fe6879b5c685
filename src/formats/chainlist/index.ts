import { addressField, providerField } from '../entry-fields.js';
import type { Format } from '../format.js';
import { findMisfit } from '../misfit.js';
import { cosmosClaims, evmClaims } from './claims.js';
import { chainlistLayout } from './layout.js';
import { validate } from './validator.generated.js';

/** Registries such as cosmostation/chainlist: a directory for each chain, with parameters and endpoints in param.json or param_2.json. */
export const chainlist: Format = {
  name: 'chainlist',
  title: 'cosmostation/chainlist and registries of its shape',
  layout: chainlistLayout,
  findMisfit: (value) => findMisfit(value, chainlist),
  chains: '',
  lists: [
    {
      kind: 'grpc',
      pointer: '/grpc_endpoint',
      form: 'objects',
      aliases: ['endpoint', 'endpoint_url', 'grpc', 'grpc_url', 'grpc_address'],
      addressForms: {},
      claims: cosmosClaims,
    },
    {
      kind: 'evm',
      pointer: '/evm_rpc_endpoint',
      form: 'objects',
      aliases: [
        'evm',
        'evm_rpc',
        'evm_endpoint',
        'evm_rpc_url',
        'evm_url',
        'rpc_evm_endpoint',
        'json_rpc_endpoint',
      ],
      addressForms: {},
      claims: evmClaims,
    },
    {
      kind: 'rpc',
      pointer: '/cosmos_rpc_endpoint',
      form: 'objects',
      aliases: [],
      addressForms: {},
      claims: cosmosClaims,
    },
    {
      kind: 'rest',
      pointer: '/lcd_endpoint',
      form: 'objects',
      aliases: [],
      addressForms: {},
      claims: cosmosClaims,
    },
  ],
  entryFields: {
    address: addressField('url'),
    provider: providerField,
    providerPolicy: 'required',
    providerFirst: true,
  },
  schema: {
    file: 'param',
    title: 'Chain parameters',
    description:
      'The parameters of a chain, at chain/<chain>/param.json or param_2.json. Fields that are not named here are free.',
    validate,
  },
};
