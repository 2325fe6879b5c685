import { findNearest } from '../../model/nearest.js';
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

function locate(path: string): Location {
  const directories = path.split('/');
  const name = directories.pop() ?? '';
  const inNetwork = networks.has(directories[0] ?? '');
  const [chain = '', ...deeper] = inNetwork ? directories.slice(1) : directories;
  if (!isChainName(chain) || deeper.length > 0) return { role: 'other', chain: null, expected: null };
  if (name === fileName) return { role: 'registered', chain, expected: null };
  if (name === 'assetlist.json') return { role: 'list', chain, expected: null, list: assetList };
  // Its siblings are versions.json and others.
  const near = name.toLowerCase() === fileName ? fileName : findNearest(name, [fileName]);
  return near === null || !/^chains?\./i.test(name)
    ? { role: 'other', chain, expected: null }
    : { role: 'misnamed', chain, expected: [...directories, near].join('/') };
}
