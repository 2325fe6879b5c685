import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { getValue, isJsonObject } from '../../model/json.js';
import { nameLists } from '../entry-fields.js';
import { anonymousFields, describeMissing, type EntryList, type Format, readText } from '../format.js';
import { locateBy } from '../layout.js';
import { validate } from './validator.generated.js';

/** Files such as osmosis.zone_chains.json of osmosis-labs/assetlists: all chains of a zone, with one endpoint of each kind. */
export const zoneChains: Format = {
  name: 'zone-chains',
  title: 'osmosis-labs/assetlists and registries of its shape',
  layout: {
    examplePath: '<zone>.zone_chains.json',
    trees: [''],
    isRoot: ({ list }) =>
      list('').some((name) => isZone(name) || (isNetwork(name) && list(name).some(isZone))),
    locate: locateBy(/\.zone_chains\.json$/),
  },
  findMisfit: (value) => {
    const missing = describeMissing(value, ['chains']);
    if (missing !== null) return missing;
    const chains = getValue(value, '/chains');
    const isNamed =
      Array.isArray(chains) &&
      chains.some((chain) => isJsonObject(chain) && Object.hasOwn(chain, 'chain_name'));
    return isNamed ? null : '"chains" is not an array of objects with "chain_name"';
  },
  chains: '/chains/*',
  readChain: (chain) => ({ name: readText(chain, 'chain_name'), status: 'live' }),
  lists: [
    createList('rpc', '/rpc', nameLists('rpc')),
    createList('rest', '/rest', nameLists('rest', 'lcd', 'api')),
  ],
  entryFields: anonymousFields('address'),
  schema: {
    file: 'zone-chains',
    title: 'The chains of a zone',
    description:
      'The chains of a zone and their endpoints, as in osmosis-labs/assetlists. Fields that are not named here are free.',
    validate,
  },
};

/** Whether a name is the directory of a network, such as `osmosis-1`, in which osmosis-labs/assetlists keeps the file. */
function isNetwork(name: string): boolean {
  return /^[a-z][a-z\d-]*-\d+$/.test(name);
}

function isZone(path: string): boolean {
  return path.endsWith('.zone_chains.json');
}

function createList(kind: EndpointKind, pointer: string, aliases: readonly string[]): EntryList {
  return { kind, pointer, form: 'string', aliases, addressForms: { allowPlaintext: true }, claims: [] };
}
