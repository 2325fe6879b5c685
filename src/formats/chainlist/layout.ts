import { basename } from 'node:path/posix';
import { type Layout, type Location, otherFile } from '../layout.js';
import { findList } from './lists.js';

/** The registry's own readers prefer the second, older ones read the first, so both are checked. */
const fileNames = ['param.json', 'param_2.json'];
const [defaultName = ''] = fileNames;

/** `chain/<chain>/param.json`. */
export const chainlistLayout: Layout = {
  examplePath: `chain/<chain>/${defaultName}`,
  trees: ['chain'],
  choosePlace: (path) => `chain/<chain>/${/_2(?!\d)/.test(basename(path)) ? 'param_2.json' : defaultName}`,
  fileNames: ['param_2.json', defaultName],
  isRoot: ({ hasDirectory }) => hasDirectory('chain'),
  locate,
};

function locate(path: string): Location {
  const [top = '', chain = '', name = '', ...deeper] = path.split('/');
  const isInChain = top === 'chain' && name !== '' && deeper.length === 0;
  const list = findList(basename(path));
  if (list !== null)
    return { role: isInChain ? 'list' : 'stray-list', chain: isInChain ? chain : null, list };
  return isInChain && fileNames.includes(name) ? { role: 'registered', chain } : otherFile;
}
