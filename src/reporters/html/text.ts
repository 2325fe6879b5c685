import { maskKeys } from '../mask.js';
import { html, type Markup, type MarkupValue } from './markup.js';

/** A part of the page that the navigation leads to. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: Markup;
}

/** Markup with a space between its parts. */
export function join(parts: readonly MarkupValue[]): Markup {
  return html`${parts.map((part, at) => (at === 0 ? part : [' ', part]))}`;
}

/** Sentences in their full length: only single words are cut where they are too long. */
export function renderSentences(text: string): Markup {
  return join(text.split(/\s+/));
}

/** Paragraphs of Markdown, with `code` the only thing that is marked up in them. */
export function renderParagraphs(text: string): Markup {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => html`<p>${paragraph.split('`').map(renderPart)}</p>`);
  return html`${paragraphs}`;
}

function renderPart(part: string, index: number): Markup {
  return index % 2 === 0 ? renderSentences(part) : html`<code>${part}</code>`;
}

/** The id of the place where the page explains a rule. */
export function nameRule(code: string): string {
  return `rule-${maskKeys(code).replaceAll(/[^a-z0-9]+/gi, '-')}`;
}

/** `path:line:column`, as far as it is known; null where there is no file. */
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
