import markdownIt from 'markdown-it';

/** What a page of Markdown holds, as GitHub shows it. */
export interface MarkdownPage {
  /** Where links and pictures lead, as they are written. */
  readonly targets: readonly string[];
  /** The anchors of its headings, as GitHub makes them, and those that it sets itself. */
  readonly anchors: readonly string[];
  /** The pictures, with the text in their place. */
  readonly pictures: readonly { readonly path: string; readonly alt: string }[];
  /** The blocks of code, with their language; empty for none. */
  readonly blocks: readonly { readonly language: string; readonly code: string }[];
}

const parser = markdownIt({ html: true });

/** Reads a page of Markdown. Pictures may be HTML, since only that has one for dark screens. */
export function readMarkdown(text: string): MarkdownPage {
  const tokens = parser.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const html = tokens.flatMap(({ type, content }) => (type.startsWith('html_') ? [content] : [])).join('');
  const links = tokens.flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? []);
  const written = [...html.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)].map(([, target = '']) => target);
  return {
    targets: [...links.map(String), ...written],
    anchors: [
      ...toAnchors(
        tokens
          .flatMap(({ type }, at) => (type === 'heading_open' ? [at] : []))
          .map((at) => getText(tokens[at + 1]?.children ?? [])),
      ),
      ...[...html.matchAll(/<a id="([^"]*)">/g)].map(([, id = '']) => id),
    ],
    pictures: [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => ({
      path: /\bsrc="([^"]*)"/.exec(tag)?.[1] ?? '',
      alt: /\balt="([^"]*)"/.exec(tag)?.[1] ?? '',
    })),
    blocks: tokens.flatMap(({ type, info, content }) =>
      type === 'fence' ? [{ language: info, code: content }] : [],
    ),
  };
}

/** The text of a heading, without its HTML. */
function getText(tokens: readonly { readonly type: string; readonly content: string }[]): string {
  return tokens.flatMap(({ type, content }) => (type === 'html_inline' ? [] : [content])).join('');
}

/** What GitHub makes of headings (https://github.com/gjtorikian/html-pipeline/blob/v2.14.3/lib/html/pipeline/toc_filter.rb): the second of a name gets a number. */
function toAnchors(headings: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return headings.map((heading) => {
    const name = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  });
}
