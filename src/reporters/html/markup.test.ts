import { describe, expect, test } from 'vitest';
import { embedSource, html, Markup, type MarkupValue } from './markup.js';

describe('every value in a template is text', () => {
  const hostile = `<b title="x" id='y'>&amp;</b>`;

  test.each<[string, Markup, string]>([
    [
      'a string',
      html`<p>${hostile}</p>`,
      '<p>&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;</p>',
    ],
    [
      'a string in an attribute',
      html`<p title="${'" onclick="x'}">a</p>`,
      '<p title="&quot; onclick=&quot;x">a</p>',
    ],
    ['a string in a list', html`<p>${['<', '>']}</p>`, '<p>&lt;&gt;</p>'],
    ['a number', html`<p>${1.5}</p>`, '<p>1.5</p>'],
    ['nothing', html`<p>${null}${[]}</p>`, '<p></p>'],
    ['what a terminal acts on', html`<p>${'\x1b'}</p>`, '<p>\\x1b</p>'],
    ['a key in a url', html`<p>${'https://a.example/?k=secret'}</p>`, '<p>https://a.example/?k=******</p>'],
    ['a sign of a tag in an attribute', html`<p title="a > b">${'<'}</p>`, '<p title="a > b">&lt;</p>'],
  ])('%s', (_, markup, expected) => {
    expect(String(markup)).toBe(expected);
  });

  test('except markup of the tag', () => {
    const items = [html`<li>${'<'}</li>`, null, html`<li></li>`];
    expect(String(html`<b>${items}</b>`)).toBe('<b><li>&lt;</li><li></li></b>');
  });

  test('but not an object that resembles markup or a list', () => {
    const fake = { toString: () => '<b>', map: () => ['<b>'], length: 1 } as unknown;
    expect(String(html`<p>${fake as MarkupValue}</p>`)).toBe('<p>&lt;b&gt;</p>');
  });
});

/** Prettier does not format templates of this name. */
const tag = html;

describe('a value that would act on its tag is refused', () => {
  const value: MarkupValue = 'x';
  test.each([
    ['a name of an attribute', () => tag`<p ${value}="">a</p>`],
    ['a value without quotes', () => tag`<p title=${value}>a</p>`],
    ['a value in single quotes', () => tag`<p title='${value}'>a</p>`],
    ['a name of an element', () => tag`<${value}>a</p>`],
    ['markup in an attribute', () => tag`<p title="${html`<b>a</b>`}">a</p>`],
    ['nothing in an attribute', () => tag`<p title="${null}">a</p>`],
  ])('%s', (_, create) => {
    expect(create).toThrow(TypeError);
  });
});

test('the indentation of a template is not part of the page', () => {
  const markup = tag`<p>
    ${'a\n  b'}
  </p>`;
  expect(String(markup)).toBe('<p>\na\\x0a  b\n</p>');
});

describe('a source is embedded verbatim', () => {
  test('with all characters that an escape would change', () => {
    expect(embedSource('script', 'a && "b" < c')).toBe('<script>a && "b" < c</script>');
  });

  test.each(['</script>', '<!-- x', 'a</style >'])('except %j, which would end it', (source) => {
    expect(() => embedSource('style', source)).toThrow(TypeError);
  });
});
