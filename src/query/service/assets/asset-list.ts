import { chainlistItems } from '../../../formats/chainlist/lists.js';
import { isJsonObject } from '../../../model/json.js';
import type { ListItem } from '../../../registry/lists/judge-list.js';
import { type Answer, createAnswer } from '../../../http-server/reply.js';

export type ListKind = keyof typeof chainlistItems;

/** A list of a network, ready to be sent: the JSON of the files verbatim, with every digit. */
export interface AssetList {
  readonly whole: Answer;
  /** The item of a symbol, denom or contract; null without one. */
  readonly find: (symbol: string) => Answer | null;
}

interface ListFile {
  readonly text: string;
  readonly items: readonly ListItem[];
}

export function createAssetList(kind: ListKind, files: readonly ListFile[]): AssetList {
  const [only] = files;
  const items = files.flatMap((file) => file.items);
  const whole =
    files.length === 1 && only !== undefined ? only.text : `[${items.map(({ text }) => text).join(',')}]`;
  // Made once, not for each request.
  const answers = items.map(({ text, value }) => ({ value, answer: createAnswer(text) }));
  const { identity, identityForm, symbol: symbolField } = chainlistItems[kind];
  const finders = [createFinder(answers, identity, identityForm.fold)];
  // A symbol may not be unique: the first item with it wins.
  if (kind === 'assets')
    for (const fold of [(key: string) => key, (key: string) => key.toLowerCase()])
      finders.push(createFinder(answers, [symbolField], fold));
  return {
    whole: createAnswer(whole),
    find: (symbol) => finders.map((find) => find(symbol)).find((answer) => answer !== undefined) ?? null,
  };
}

/** Finds items by the first of these fields that each has. */
function createFinder(
  items: readonly { readonly value: ListItem['value']; readonly answer: Answer }[],
  fields: readonly { readonly name: string }[],
  fold: (key: string) => string,
): (key: string) => Answer | undefined {
  const index = new Map<string, Answer>();
  for (const { answer, value } of items) {
    if (!isJsonObject(value)) continue;
    const field = fields.find(({ name }) => Object.hasOwn(value, name));
    const key = field === undefined ? undefined : value[field.name];
    if (typeof key === 'string' && !index.has(fold(key))) index.set(fold(key), answer);
  }
  return (key) => index.get(fold(key));
}
