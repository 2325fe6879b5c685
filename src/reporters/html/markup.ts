import { escapeMarkup } from '../escape.js';
import { maskKeys } from '../mask.js';

/** A part of the page that the navigation leads to; `title` and `body` are markup. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: string;
}

/** A text of the report as markup: nothing in it acts, no key is shown, and a long one ends in an ellipsis. */
export function showText(text: string): string {
  return escapeMarkup(maskKeys(text));
}

/** Sentences as markup, in their full length: only single words are cut where they are too long. */
export function showSentences(text: string): string {
  return maskKeys(text).split(/\s+/).map(escapeMarkup).join(' ');
}

/** Paragraphs of Markdown as markup, with `code` the only thing that is marked up in them. */
export function showParagraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('`').map(showPart).join('')}</p>`)
    .join('');
}

function showPart(part: string, index: number): string {
  return index % 2 === 0 ? showSentences(part) : `<code>${showText(part)}</code>`;
}

/** The id of the place where the page explains a rule. */
export function nameRule(code: string): string {
  return `rule-${maskKeys(code).replaceAll(/[^a-z0-9]+/gi, '-')}`;
}

/** `path:line:column` as text, as far as it is known; null where there is no file. */
export function describePlace(place: {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}): string | null {
  const { file, line, column } = place;
  return file === null ? null : [file, line, column].filter((part) => part !== null).join(':');
}

/** Milliseconds as people read them. */
export function formatMs(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
