import { defuseRunnerCommands, escapeTerminal } from './escape.js';
import { type Mask, maskKeys } from './mask.js';

const zeroWidthSpace = '&#8203;';

/**
 * Untrusted text inside a line of GitHub Flavored Markdown: it stays text. A zero-width space keeps addresses, mentions and references
 * from becoming links, which no escape does: GitHub looks for them after it has read the escapes.
 */
export function escapeMarkdown(text: string, mask: Mask = maskKeys): string {
  return escapeTerminal(mask(text))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()|!~$#@^=]/g, '\\$&')
    .replaceAll(/(?<=\/)(?=\/)|(?<=\\[#@])|(?<=\bwww)(?=\.)|(?<=\bgh)(?=-\d)/gi, zeroWidthSpace);
}

/** A sentence that can name urls: they become code, so that they can be copied, the rest stays text. */
export function escapeSentence(sentence: string, mask: Mask = maskKeys): string {
  return sentence
    .split(/(\s+)/)
    .map((word) => escapeWord(word, mask))
    .join('');
}

function escapeWord(word: string, mask: Mask): string {
  if (!word.includes('://')) return escapeMarkdown(word, mask);
  const end = findWordEnd(word);
  return quoteMarkdown(word.slice(0, end), { inTable: false, mask }) + escapeMarkdown(word.slice(end), mask);
}

/** Where the punctuation of the sentence begins after a word. */
function findWordEnd(word: string): number {
  let end = word.length;
  while (end > 0 && '.,;:)'.includes(word.charAt(end - 1))) end--;
  return end;
}

/**
 * A sentence for comments that some readers get as Markdown and others as it is: each word that Markdown would act on becomes code, so that
 * it reads alike for both.
 */
export function escapeComment(sentence: string, mask: Mask = maskKeys): string {
  return escapeTerminal(mask(sentence))
    .split(/( +)/)
    .map((word) => {
      if (!active.test(word)) return word;
      const end = findWordEnd(word);
      return quoteMarkdown(word.slice(0, end), { inTable: false, mask }) + word.slice(end);
    })
    .join('');
}

/** Marks, tags, entities, mentions, references, addresses that become links. */
const active = /[\\`*_{}[\]<>#@|~$&^]|\/\/|\bwww\./i;

/** Untrusted text as code, in which nothing has a meaning; `inTable` where a bar would end the cell. */
export function quoteMarkdown(
  quoted: string,
  { inTable, mask = maskKeys }: { readonly inTable: boolean; readonly mask?: Mask },
): string {
  // A runner finds its legacy commands here too, where the report goes to its log.
  const shown = defuseRunnerCommands(escapeTerminal(mask(quoted)));
  const text = shown.trim() === '' ? '(empty)' : shown;
  const content = inTable ? text.replaceAll('|', '\\|') : text;
  const longest = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  // A space at both ends is removed again, so that a backtick or a space can be there (CommonMark 6.1).
  const space = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${space}${content}${space}${fence}`;
}
