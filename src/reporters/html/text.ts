import { maskKeys } from '../mask.js';
import { html, type Markup, type MarkupValue } from './markup.js';

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

export function join(parts: readonly MarkupValue[]): Markup {
  return html`${parts.map((part, at) => (at === 0 ? part : [' ', part]))}`;
}

/** Renders sentences in full length: only single words are truncated. */
export function renderSentences(text: string): Markup {
  return join(text.split(/\s+/));
}

/** Renders paragraphs of Markdown, of which only `code` is supported. */
export function renderParagraphs(text: string): Markup {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => html`<p>${paragraph.split('`').map(renderPart)}</p>`);
  return html`${paragraphs}`;
}

function renderPart(part: string, index: number): Markup {
  return index % 2 === 0 ? renderSentences(part) : html`<code>${part}</code>`;
}

export function nameRule(code: string): string {
  return `rule-${maskKeys(code).replaceAll(/[^a-z0-9]+/gi, '-')}`;
}

/** `path:line:column`, as far as known; null without a file. */
export function describePlace(place: {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}): string | null {
  const { file, line, column } = place;
  return file === null ? null : [file, line, column].filter((part) => part !== null).join(':');
}

export function formatMs(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
