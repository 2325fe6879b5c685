import { readdirSync, readFileSync } from 'node:fs';
import markdownIt from 'markdown-it';
import { parse } from 'yaml';

/** The pages that a user reads. */
const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The blocks of code of a language, in the order of the pages, each with its page. */
export function findExamples(language: string): { readonly page: string; readonly code: string }[] {
  return pages.flatMap((page) =>
    readMarkdown(readFileSync(page, 'utf8')).blocks.flatMap((block) =>
      block.language === language ? [{ page, code: block.code }] : [],
    ),
  );
}

/** The block of docs/adopting.md in a language that has this text. */
export function getRecipe(language: string, part: string): string {
  const recipes = findExamples(language).filter(({ page }) => page === 'docs/adopting.md');
  const recipe = recipes.find(({ code }) => code.includes(part));
  if (recipe === undefined) throw new Error(`docs/adopting.md has no ${language} with ${part}`);
  return recipe.code;
}

/** A step of a workflow of GitHub. */
export interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
}

/** A job of a workflow. */
export interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

/** The fields of a workflow that tests use. */
export interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Reads a workflow. */
export function parseWorkflow(text: string): Workflow {
  return parse(text) as Workflow;
}

/** The workflows of the pages, each with its page and its name: `docs/action.md: nightly`. */
export function listWorkflows(): [name: string, text: string][] {
  return pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/<!-- workflow: ([\w-]+) -->\n\n```yaml\n([^]*?)```/g)].map(
      ([, name = '', text = '']): [string, string] => [`${page}: ${name}`, text],
    ),
  );
}

/** The text of a workflow of the pages. */
export function getWorkflow(name: string): string {
  const [, text] = listWorkflows().find(([found]) => found === name) ?? [];
  if (text === undefined) throw new Error(`no page has the workflow ${name}`);
  return text;
}

const parser = markdownIt({ html: true });

/** What a page of Markdown holds, as GitHub shows it. Pictures may be HTML, since only that has one for dark screens. */
export function readMarkdown(text: string) {
  const tokens = parser.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const html = tokens.flatMap(({ type, content }) => (type.startsWith('html_') ? [content] : [])).join('');
  const links = tokens.flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? []);
  const written = [...html.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)].map(([, target = '']) => target);
  return {
    /** Where links and pictures lead, as they are written. */
    targets: [...links.map(String), ...written],
    /** The anchors of its headings, as GitHub makes them, and those that it sets itself. */
    anchors: [
      ...toAnchors(
        tokens
          .flatMap(({ type }, at) => (type === 'heading_open' ? [at] : []))
          .map((at) => getText(tokens[at + 1]?.children ?? [])),
      ),
      ...[...html.matchAll(/<a id="([^"]*)">/g)].map(([, id = '']) => id),
    ],
    /** The pictures, with the text in their place. */
    pictures: [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => ({
      path: /\bsrc="([^"]*)"/.exec(tag)?.[1] ?? '',
      alt: /\balt="([^"]*)"/.exec(tag)?.[1] ?? '',
    })),
    /** The blocks of code, with their language; empty for none. */
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

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly version: string;
  readonly homepage: string;
};

/** The version in package.json. */
export const version = manifest.version;

/** The page of the repository. */
export const homepage = manifest.homepage;

/** The repository on GitHub, as `owner/name`. */
export const repository = homepage.replace('https://github.com/', '');

/** The tag that moves to each release, which the pages use for the Action. */
export const movingTag = `v${version.split('.')[0] ?? ''}`;
