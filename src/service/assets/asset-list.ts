import { chainlistItems } from '../../formats/chainlist/lists.js';
import { isJsonObject } from '../../model/json.js';
import type { ListItem } from '../../registry/read-list.js';
import { type Answer, withEtag } from '../../http-server/answer.js';

/** The kinds of lists that a network has. */
export type ListKind = keyof typeof chainlistItems;

/** A list of a network, ready to be sent: the JSON of the files verbatim, with every digit. */
export interface AssetList {
  readonly whole: Answer;
  /** The item of a symbol, denom or contract; null without one. */
  readonly find: (symbol: string) => Answer | null;
}

/** Makes a list of the items of its files. */
export function createAssetList(kind: ListKind, files: readonly ListFile[]): AssetList {
  const [only] = files;
  const items = files
    .flatMap((file) => file.items)
    .map(({ text, value }) => ({ text, value, answer: withEtag(text) }));
  const text =
    files.length === 1 && only !== undefined ? only.text : `[${items.map((item) => item.text).join(',')}]`;
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

/** An item and its answer, which is made once, not for each request. */
interface AnswerItem {
  readonly answer: Answer;
  readonly value: ListItem['value'];
}

interface LookUp {
  readonly index: ReadonlyMap<string, Answer>;
  readonly fold: (key: string) => string;
}

const verbatim = (key: string) => key;
const foldCase = (key: string) => key.toLowerCase();

/** The fields to look up in each kind, in order. A symbol may not be unique: the first item with it wins. */
function indexItems(kind: ListKind, items: readonly AnswerItem[]): readonly LookUp[] {
  const { identity, identityForm, symbol } = chainlistItems[kind];
  const byIdentity = createLookUp(items, identity, identityForm.fold);
  if (kind !== 'assets') return [byIdentity];
  return [byIdentity, createLookUp(items, [symbol], verbatim), createLookUp(items, [symbol], foldCase)];
}

/** Looks items up by the first of these fields that each has. */
function createLookUp(
  items: readonly AnswerItem[],
  fields: readonly { readonly name: string }[],
  fold: LookUp['fold'],
): LookUp {
  const index = new Map<string, Answer>();
  for (const { answer, value } of items) {
    if (!isJsonObject(value)) continue;
    const field = fields.find(({ name }) => Object.hasOwn(value, name));
    const key = field === undefined ? undefined : value[field.name];
    if (typeof key === 'string' && !index.has(fold(key))) index.set(fold(key), answer);
  }
  return { index, fold };
}
