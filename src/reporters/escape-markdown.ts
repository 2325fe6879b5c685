import { defuseRunnerCommands, escapeMessage, escapeTerminal } from './escape.js';
import { type Mask, maskKeys } from './mask.js';

const zeroWidthSpace = '&#8203;';

/**
 * Escapes untrusted text within a line of GitHub Flavored Markdown. Zero-width spaces prevent links from addresses, mentions and references,
 * which GitHub detects after it has processed escapes.
 */
export function escapeMarkdown(text: string, mask: Mask = maskKeys): string {
  return escapeTerminal(mask(text))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()|!~$#@^=]/g, '\\$&')
    .replaceAll(/(?<=\/)(?=\/)|(?<=\\[#@])|(?<=\bwww)(?=\.)|(?<=\bgh)(?=-\d)/gi, zeroWidthSpace);
}

/** Escapes a sentence, and formats its urls as code, so that they can be copied. */
export function escapeSentence(sentence: string, mask: Mask = maskKeys): string {
  return sentence
    .split(/(\s+)/)
    .map((word) => escapeWord(word, mask))
    .join('');
}

function escapeWord(word: string, mask: Mask): string {
  if (!word.includes('://')) return escapeMarkdown(word, mask);
  const end = findWordEnd(word);
  return quoteMarkdown(word.slice(0, end), mask) + escapeMarkdown(word.slice(end), mask);
}

function findWordEnd(word: string): number {
  let end = word.length;
  while (end > 0 && '.,;:)'.includes(word.charAt(end - 1))) end--;
  return end;
}

/**
 * Escapes a sentence for comments that some readers see as Markdown and others as plain text: formats each word that Markdown would interpret as
 * code.
 */
export function escapeComment(sentence: string, mask: Mask = maskKeys): string {
  return escapeMessage(mask(sentence))
    .split(/( +)/)
    .map((word) => {
      if (!active.test(word)) return word;
      const end = findWordEnd(word);
      return quoteMarkdown(word.slice(0, end), mask) + word.slice(end);
    })
    .join('');
}

/** Characters of markup, tags, entities, mentions, references and links. */
const active = /[\\`*_{}[\]<>#@|~$&^]|\/\/|\bwww\./i;

/** Formats untrusted text as code. */
export function quoteMarkdown(quoted: string, mask: Mask = maskKeys): string {
  // In a runner's log, its legacy commands would work even here.
  const text = defuseRunnerCommands(escapeTerminal(mask(quoted)));
  const content = text.trim() === '' ? '(empty)' : text;
  const fence = createFence(content, 1);
  // Markdown removes one space at each end (CommonMark 6.1), so that a backtick or a space can be there.
  const space = /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${space}${content}${space}${fence}`;
}

/** The same in a table, where a bar would end the cell. */
export function quoteCell(quoted: string): string {
  return quoteMarkdown(quoted).replaceAll('|', '\\|');
}

/** At least so many backticks, and more than any in a row within the text, so that none of it ends the code (CommonMark 4.5 and 6.1). */
export function createFence(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), least - 1);
  return '`'.repeat(longest + 1);
}
