import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { wordProblem } from '../../src/engine/rule-catalogue.js';
import { formats } from '../../src/formats/index.js';
import { LineIndex } from '../../src/registry/json/line-index.js';
import { type FileLocation, loadFile } from '../../src/registry/load-file.js';
import { loadParsers } from '../../src/registry/syntax/parsers.js';
import { fixFile, judgeText } from '../support/registry-files.js';

const directory = 'fixtures/cases';
/** Rules that most short files break. */
const ignored = new Set(['file/chain-id-missing', 'file/name-differs', 'file/no-endpoints']);

beforeAll(() => loadParsers(['yaml', 'toml', 'javascript']));

interface Case {
  readonly title: string;
  readonly path: string;
  readonly before: string;
}

/** The cases of a file below their topics: a topic begins with `=== `, a case with `== `, its parts with `-- `. */
function parseCases(content: string): ReadonlyMap<string, readonly Case[]> {
  const topics = content.split(/^(?==== )/m).map((part): [string, readonly Case[]] => {
    const [topic = '', ...cases] = part.split(/^(?=== )/m);
    return [topic.trim(), cases.map(parseCase)];
  });
  return new Map(topics);
}

function parseCase(text: string): Case {
  const [, title = '', path = '', before = ''] = /^== (.*)\n-- before (.*)\n([^]*?)\n-- /.exec(text) ?? [];
  return { title, path, before: unescape(before) };
}

/** What most editors do not show, or would change. */
const invisible = /[^\P{C}\n]|[\p{Zl}\p{Zp}\u00a0]| (?=\n|$)/gu;

function escape(text: string): string {
  return text.replace(invisible, (found) => `⟨${(found.codePointAt(0) ?? 0).toString(16)}⟩`);
}

function unescape(text: string): string {
  return text.replaceAll(/⟨([\da-f]+)⟩/g, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
}

function locate(path: string): FileLocation {
  for (const format of formats) {
    const { role, chain, list = null } = format.layout.locate(path);
    if (role === 'registered') return { path, format, chain, expected: null, list: null };
    if (role === 'list' && list !== null) return { path, format: null, chain, expected: null, list };
  }
  throw new Error(`no registry reads ${path}`);
}

/** A case with what is read and reported today, and what `--fix` makes of it. */
function renderCase({ title, path, before }: Case): string {
  const location = locate(path);
  const { entries } = loadFile(location, { text: before, problem: null }, checks);
  const { problems, fixes } = judgeText(location, before);
  const lines = new LineIndex(before);
  const found = problems
    .filter(({ problem }) => !ignored.has(problem.code))
    .map((placed) => {
      const { problem, place } = placed;
      const { line = 1, column = 1, endLine = 1, endColumn = 1 } = place.range ?? {};
      const { message, hint } = wordProblem(problem);
      const at = `${line}:${column}-${endLine}:${endColumn} ${place.pointer ?? ''}`.trimEnd();
      const rule = `${problem.code}${fixes.has(placed) ? ' (fix)' : ''}`;
      return { offset: lines.offset(line, column), text: `${at} ${rule}: ${message}; ${hint}` };
    })
    .sort((a, b) => a.offset - b.offset || (a.text < b.text ? -1 : 1));
  const read = entries.map(({ kind, url, urlPlace: { range }, provider, claim }) => {
    const details = [provider === null ? [] : `by ${provider}`, claim === null ? [] : `of ${claim.chainId}`];
    return [`${range?.line}:${range?.column} ${kind} ${url ?? '-'}`, ...details.flat()].join(' ');
  });
  const after = fixFile(location, before);
  expect(fixFile(location, after)).toBe(after);
  const sections = [
    [`before ${path}`, before],
    ...(after === before ? [] : [['after', after]]),
    ...(read.length === 0 ? [] : [['entries', read.join('\n')]]),
    ['findings', found.map(({ text }) => text).join('\n')],
  ];
  return `== ${title}\n${sections.map(([name = '', text = '']) => `-- ${name}\n${escape(text)}`).join('\n')}`.trimEnd();
}

describe('each text is read, reported and fixed as expected', () => {
  test.each(readdirSync(directory))('%s', async (name) => {
    const cases = parseCases(readFileSync(`${directory}/${name}`, 'utf8'));
    const rendered = [...cases].map(([topic, each]) => [topic, ...each.map(renderCase)].join('\n\n'));
    // `npx vitest run --project fast test/formats/cases.test.ts -u` writes it.
    await expect(`${rendered.join('\n\n')}\n`).toMatchFileSnapshot(`../../${directory}/${name}`);
  });
});
