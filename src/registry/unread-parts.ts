import type { EntryFields, Format } from '../formats/format.js';
import type { PlacedProblem } from '../model/finding.js';
import { type FileChain, listsOf } from './chains.js';
import { findMatches, problemAt, type RegistryDocument } from './document.js';
import type { JsonNode } from './json/json-node.js';

/** Whether an entry has no address unless it is run: if code is the entry, its address, or a later field that may replace the address. */
export function isUnread(item: JsonNode, { address }: EntryFields): boolean {
  if (item.isCode === true) return true;
  const at = item.fields.findLastIndex(({ name }) => name === address.name);
  return (
    item.fields[at]?.value.isCode === true ||
    item.fields.some(({ isComputed }, index) => isComputed === true && index > at)
  );
}

/** Reports the parts of a file that may have endpoints but are code: once for each chain, and once for those outside of chains. */
export function judgeUnread(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
): PlacedProblem[] {
  const { tree, unread = [] } = document;
  if (tree.isBound !== true && unread.length === 0) return [];
  const isChain = chains.some(({ pointer }) => pointer === '');
  const values = isChain ? [] : tree.fields.map(({ value }) => value);
  const chainsInCode = values.filter(({ isCode }) => isCode === true);
  const ofChains = chains.map((chain) => {
    const inLists = listsOf(format, chain).flatMap(({ pointer, entryFields: fields = format.entryFields }) =>
      findMatches(chain.node, pointer).flatMap(({ node }) =>
        node.isCode === true ? [node] : node.items.filter((item) => isUnread(item, fields)),
      ),
    );
    const computed = chain.node.fields.filter(({ isComputed }) => isComputed === true);
    return { pointer: chain.pointer, parts: [...computed.map(({ value }) => value), ...inLists] };
  });
  return [{ pointer: '', parts: [...unread, ...chainsInCode] }, ...ofChains].flatMap(({ pointer, parts }) => {
    const [first] = parts.toSorted((a, b) => a.offset - b.offset);
    if (first === undefined) return [];
    const lines = [...new Set(parts.map(({ range }) => range.line))].sort((a, b) => a - b);
    return [problemAt(document, { code: 'file/not-literal', data: { lines } }, pointer, first)];
  });
}
