import { isJsonObject } from '../../model/json.js';
import type { ListItem } from '../../registry/read-list.js';
import { type Answer, withEtag } from '../http/etag.js';

/** The lists of a network. */
export type ListKind = 'assets' | 'erc20' | 'cw20';

/** A list of a network, ready to be answered with: the texts are those of the files, digit by digit. */
export interface AssetList {
  readonly whole: Answer;
  /** The object of a symbol, denom or contract; null where there is none. */
  readonly find: (symbol: string) => Answer | null;
}

/** Makes a list of the elements of its files. */
export function createAssetList(kind: ListKind, files: readonly ListFile[]): AssetList {
  const [only] = files;
  const items = files
    .flatMap((file) => file.items)
    .map((item) => ({ answer: withEtag(item.text), value: item.value }));
  const text =
    files.length === 1 && only !== undefined
      ? only.text
      : `[${items.map(({ answer }) => answer.text).join(',')}]`;
  const lookUps = indexItems(kind, items);
  return {
    whole: withEtag(text),
    find: (symbol) => {
      for (const { index, fold } of lookUps) {
        const found = index.get(fold(symbol));
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}

interface ListFile {
  readonly text: string;
  readonly items: readonly ListItem[];
}

/** An element, with what it is answered with: made once, not for each request. */
interface AnswerItem {
  readonly answer: Answer;
  readonly value: ListItem['value'];
}

/** Answers by one of the fields of their items. */
interface LookUp {
  readonly index: ReadonlyMap<string, Answer>;
  readonly fold: (text: string) => string;
}

const asIs = (text: string) => text;
const foldCase = (text: string) => text.toLowerCase();

/** How each kind is looked up, first to last. A denom is unique, a symbol may not be: then the first of the file is meant. */
function indexItems(kind: ListKind, items: readonly AnswerItem[]): readonly LookUp[] {
  switch (kind) {
    case 'assets':
      return [
        createLookUp(items, 'denom', asIs),
        createLookUp(items, 'symbol', asIs),
        createLookUp(items, 'symbol', foldCase),
      ];
    case 'erc20':
      // The case of the letters is a checksum (EIP-55), not part of the address.
      return [createLookUp(items, 'address', foldCase)];
    case 'cw20':
      return [createLookUp(items, 'address', asIs)];
  }
}

function createLookUp(items: readonly AnswerItem[], field: string, fold: LookUp['fold']): LookUp {
  const index = new Map<string, Answer>();
  for (const { answer, value } of items) {
    const key = isJsonObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
    if (typeof key === 'string' && !index.has(fold(key))) index.set(fold(key), answer);
  }
  return { index, fold };
}
