import { escapeMarkup } from '../escape.js';
import { type Mask, maskKeys } from '../mask.js';

/** Markup that the `html` tag made. Nothing else can make it, so that no string gets into a page unescaped. */
export class Markup {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  /** The tag itself; use `html`. */
  static create(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
    const { literals, contexts } = readTemplate(strings);
    const rendered = values.map((value, at) => {
      if (contexts[at] === 'content') return Markup.#render(value);
      if (typeof value === 'string' || typeof value === 'number') return escapeText(value);
      throw new TypeError('an attribute needs a string or a number');
    });
    return new Markup(String.raw({ raw: literals }, ...rendered));
  }

  /** Text with a mask of its own; use `renderText`. */
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

/** What a template of the `html` tag takes; null leaves nothing. */
export type MarkupValue = string | number | null | Markup | readonly MarkupValue[];

/**
 * A template of HTML, which also is well-formed XML. Strings in it are shown as text: escaped, without keys, and a long one ends in an
 * ellipsis. A value in a tag must be in the double quotes of an attribute and be a string or a number. Throws a TypeError otherwise.
 */
export function html(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return Markup.create(strings, ...values);
}

/** A string as text, as `html` shows it, but for what a mask of its own hides. */
export function renderText(text: string, mask: Mask): Markup {
  return Markup.createText(text, mask);
}

/** The content of a `style` or `script` element, which no escape is read in. Throws a TypeError where it would end the element. */
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

/** A template: its literal parts, and where the value after each of them is. */
interface Template {
  readonly literals: readonly string[];
  readonly contexts: readonly Context[];
}

const knownTemplates = new WeakMap<TemplateStringsArray, Template>();

/** Reads a template once, however often it is used. */
function readTemplate(strings: TemplateStringsArray): Template {
  const known = knownTemplates.get(strings);
  if (known !== undefined) return known;
  // The source is indented; the page, which can have thousands of rows, is not.
  const template = {
    literals: strings.map((string) => string.replaceAll(/\n\s*/g, '\n')),
    contexts: readContexts(strings),
  };
  knownTemplates.set(strings, template);
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
