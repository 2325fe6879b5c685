import { findNearest } from '../../model/nearest.js';
import type { Layout, Location } from '../format.js';
import { findList } from './lists.js';

/** The registry's own readers prefer the second, older ones read the first, so both are checked. */
const fileNames = ['param.json', 'param_2.json'];
const [defaultName = ''] = fileNames;

/** `chain/<chain>/param.json`. */
export const chainlistLayout: Layout = {
  examplePath: `chain/<chain>/${defaultName}`,
  fileNames: ['param_2.json', defaultName],
  isRoot: ({ hasDirectory }) => hasDirectory('chain'),
  isReserved: (path) => path === 'chain' || path.startsWith('chain/'),
  locate,
};

function locate(path: string): Location {
  const directories = path.split('/');
  const name = directories.pop() ?? '';
  const isChain = directories[0] === 'chain';
  const chain = (isChain ? directories[1] : directories.at(-1)) ?? null;
  const list = findList(name);
  if (list !== null) {
    return isChain && directories.length === 2
      ? { role: 'list', chain, expected: null, list }
      : { role: 'stray-list', chain: null, expected: null, list };
  }

  const isFileName = fileNames.includes(name);
  if (isChain && directories.length === 2) {
    if (isFileName) return { role: 'registered', chain, expected: null };
    const near = findNearest(name, fileNames);
    return near === null
      ? { role: 'other', chain, expected: null }
      : { role: 'misnamed', chain, expected: `chain/${chain ?? '<chain>'}/${near}` };
  }
  const expected = `chain/${chain ?? '<chain>'}/${isFileName ? name : defaultName}`;
  if (isChain) return { role: isFileName ? 'misplaced' : 'other', chain, expected };
  // Outside of chain/, a file with another name is a draft.
  return isFileName
    ? { role: 'misplaced', chain: null, expected }
    : { role: 'other', chain: null, expected: null };
}
