import { escapeMarkup } from '../escape.js';
import { type Mask, maskKeys } from '../mask.js';

/** Markup created by the `html` tag. Nothing else can create it, so that no string gets into a page unescaped. */
export class Markup {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  static create(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
    const { literals, contexts } = readTemplate(strings);
    const rendered = values.map((value, at) => {
      if (contexts[at] === 'content') return Markup.#render(value);
      if (typeof value === 'string' || typeof value === 'number') return escapeText(value);
      throw new TypeError('an attribute needs a string or a number');
    });
    return new Markup(String.raw({ raw: literals }, ...rendered));
  }

  static createText(text: string, mask: Mask): Markup {
    return new Markup(escapeMarkup(mask(text)));
  }

  static #render(value: MarkupValue): string {
    if (value === null) return '';
    if (value instanceof Markup) return value.#source;
    return isList(value) ? value.map((item) => Markup.#render(item)).join('') : escapeText(String(value));
  }

  toString(): string {
    return this.#source;
  }
}

/** A value in a template of `html`; null renders nothing. */
export type MarkupValue = string | number | null | Markup | readonly MarkupValue[];

/**
 * Tags a template of HTML, which must also be well-formed XML. Strings in it become text: escaped, with keys masked, and long ones truncated. A
 * value within a tag must be a string or a number, in the double quotes of an attribute. Throws a TypeError otherwise.
 */
export function html(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return Markup.create(strings, ...values);
}

/** Renders a string as text like `html`, but with another mask. */
export function renderText(text: string, mask: Mask): Markup {
  return Markup.createText(text, mask);
}

/** Renders a `style` or `script` element, whose content cannot be escaped. Throws a TypeError if the content would end the element. */
export function embedSource(name: 'style' | 'script', source: string): string {
  if (/<(?:\/|!--)/.test(source))
    throw new TypeError(`the ${name} of the page holds an end tag or a comment`);
  return `<${name}>${source}</${name}>`;
}

function escapeText(value: string | number): string {
  return escapeMarkup(maskKeys(String(value)));
}

/** Array.isArray does not narrow readonly arrays (https://github.com/microsoft/TypeScript/issues/17002). */
function isList(value: MarkupValue): value is readonly MarkupValue[] {
  return Array.isArray(value);
}

type Context = 'content' | 'attribute';

/** A template: its literal parts, and the context of the value after each of them. */
interface Template {
  readonly literals: readonly string[];
  readonly contexts: readonly Context[];
}

const templateCache = new WeakMap<TemplateStringsArray, Template>();

/** Parses each template once, however often it is used. */
function readTemplate(strings: TemplateStringsArray): Template {
  const compiled = templateCache.get(strings);
  if (compiled !== undefined) return compiled;
  // Removes the indentation of the source, since a page may have thousands of rows.
  const template = {
    literals: strings.map((string) => string.replaceAll(/\n\s*/g, '\n')),
    contexts: readContexts(strings),
  };
  templateCache.set(strings, template);
  return template;
}

function readContexts(strings: TemplateStringsArray): readonly Context[] {
  let place: Context | 'tag' = 'content';
  return strings.slice(0, -1).map((string): Context => {
    for (const [sign] of string.matchAll(/[<>"]/g)) {
      if (sign === '"') place = place === 'tag' ? 'attribute' : place === 'attribute' ? 'tag' : place;
      else if (place !== 'attribute') place = sign === '<' ? 'tag' : 'content';
    }
    if (place === 'tag') throw new TypeError(`a value in a tag needs double quotes: ${string}`);
    return place;
  });
}

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

/** A column that the page can sort by; `name` is used in links. */
export interface Column {
  readonly name: string;
  readonly label: string;
}

/** Renders a table that is sorted by the first column: the script turns its head into buttons. Each row is a table body. */
export function renderTable({
  id,
  className,
  caption,
  columns: [first, ...columns],
  rows,
}: {
  readonly id: string;
  readonly className: string;
  readonly caption: string;
  readonly columns: readonly [Column, ...Column[]];
  readonly rows: readonly Markup[];
}): Markup {
  return html`<table id="${id}-table" class="${className}">
    <caption>
      ${renderSentences(caption)}
    </caption>
    <thead>
      <tr>
        <th scope="col" data-name="${first.name}" aria-sort="ascending">${first.label}</th>
        ${columns.map(({ name, label }) => html`<th scope="col" data-name="${name}">${label}</th>`)}
      </tr>
    </thead>
    ${join(rows)}
  </table>`;
}
