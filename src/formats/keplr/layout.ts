import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { DirectoryView, Layout, Location } from '../format.js';

const directories: readonly string[] = ['cosmos', 'evm', 'svm'];

/** `cosmos/<chain>.json`, `evm/eip155:<id>.json`, `svm/<chain>.json`. Directories with these names are common, so their files are examined too. */
export const keplrLayout: Layout = {
  examplePath: 'cosmos/<chain>.json',
  trees: [''],
  choosePlace,
  isRoot: (view) => directories.some((name) => view.hasDirectory(name) && containsChains(view, name)),
  isReserved: (path) => directories.includes(path.split('/')[0] ?? ''),
  locate,
};

function containsChains({ list, readStart }: DirectoryView, directory: string): boolean {
  const first = list(directory)
    .filter((name) => name.endsWith('.json'))
    .slice(0, 3);
  return first.some((name) => {
    const start = readStart(`${directory}/${name}`);
    return start.includes('"chainId"') && start.includes('"rpc"');
  });
}

function locate(path: string): Location {
  const [directory = '', name = '', ...deeper] = path.split('/');
  const isFile = directories.includes(directory) && name.endsWith('.json') && deeper.length === 0;
  return isFile
    ? { role: 'registered', chain: name.slice(0, -'.json'.length) }
    : { role: 'other', chain: null };
}

function choosePlace(_: string, content: JsonValue): string {
  const { chainId } = isJsonObject(content) ? content : {};
  return typeof chainId === 'string' && chainId.startsWith('eip155:')
    ? 'evm/eip155:<id>.json'
    : 'cosmos/<chain>.json';
}
