import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { Layout, Location } from '../format.js';
import { assetList } from './asset-list.js';

const fileName = 'chain.json';
/** Number of directories to examine: a home directory has hundreds, while almost every directory of a registry is a chain. */
const examinedDirectories = 30;
/** Directories of networks, which contain the directories of chains. */
const networks = new Set(['testnets', '_testnets', 'devnets', 'mainnets', '_non-cosmos']);

/**
 * `<chain>/chain.json`, and the same below `testnets/` and other networks. Names that begin with an underscore are not chains: `_template`,
 * `_providers`.
 */
export const chainRegistryLayout: Layout = {
  examplePath: `<chain>/${fileName}`,
  trees: [''],
  choosePlace,
  isRoot: ({ hasFile, list, hasDirectory }) =>
    hasFile('chain.schema.json') ||
    [...networks].some(
      (name) => hasDirectory(name) && list(name).some((chain) => hasFile(`${name}/${chain}/${fileName}`)),
    ) ||
    list('')
      .filter(isChainName)
      .slice(0, examinedDirectories)
      .some((name) => hasFile(`${name}/${fileName}`)),
  isReserved: (path) => networks.has(path.split('/')[0] ?? ''),
  locate,
};

function isChainName(name: string): boolean {
  return name !== '' && !/^[._]/.test(name) && !networks.has(name);
}

function choosePlace(path: string, content: JsonValue): string {
  const [top = ''] = path.split('/');
  const { network_type: network = null } = isJsonObject(content) ? content : {};
  const prefix = networks.has(top) ? top : network === 'testnet' || network === 'devnet' ? `${network}s` : '';
  return `${prefix === '' ? '' : `${prefix}/`}<chain>/${fileName}`;
}

function locate(path: string): Location {
  const directories = path.split('/');
  const name = directories.pop() ?? '';
  const inNetwork = networks.has(directories[0] ?? '');
  const [chain = '', ...deeper] = inNetwork ? directories.slice(1) : directories;
  if (!isChainName(chain) || deeper.length > 0) return { role: 'other', chain: null };
  if (name === 'assetlist.json') return { role: 'list', chain, list: assetList };
  return name === fileName ? { role: 'registered', chain } : { role: 'other', chain: null };
}
