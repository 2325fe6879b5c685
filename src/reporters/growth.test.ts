import { describe, test } from 'vitest';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import { rules } from '../engine/rule-catalogue.js';
import { renderBadges } from './badge.js';
import { createCodeFrames } from './code-frame.js';
import { defuseRunnerCommands, escapeJson } from './escape.js';
import { escapeSentence } from './escape-markdown.js';
import { renderJunit } from './junit.js';
import { maskKeys } from './mask.js';
import { reporters } from './index.js';
import { renderPretty } from './pretty.js';
import { renderRdjson } from './rdjson.js';
import { renderSarif } from './sarif.js';

/** All that a pattern here looks for, as single signs and together. */
const atoms = [
  ...'a 1 é 界 \ud83d . : / \\ \\/ @ ? & = # % + - ~ _ [ ] ( ) ! | * ` $ ^ < > " , ;'.split(' '),
  ...[
    ' ',
    "'",
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\v',
    '\u2028',
    '\0',
    '\x1b',
    '\u202e',
    ':: ',
    '\n::',
    '\n \x1b[1m',
  ],
  ...'a. a: a@ a/ a.b/ a:b@ !: 1.1:1 https: :// :) ., a=b& ?a= 0x ibc/ a1 www. :: ## ##[ ]( `` &lt; ]]>'.split(
    ' ',
  ),
  ...['\x1b[', '\x1b[1', '\x1b[31m', '#\x1b[1m', ':\x1b[1m'],
];

/** What begins or ends a match, so that the atoms are inside of one or just miss it. */
const contexts: readonly (readonly [string, string])[] = [
  ['', ''],
  ['https:', ''],
  ['https://', '@a.example'],
  ['https://a.example/?topics=', '!'],
  ['a.example', '/x'],
  ['##', '['],
];

// Where a match that fails begins again at each next character, this many take minutes; read once, milliseconds.
const length = 256 * 1024;
const limit = { timeout: 30_000 };

describe('the time grows with the length of the text, not with its square', limit, () => {
  const functions: Readonly<Record<string, (text: string) => unknown>> = {
    maskKeys,
    escapeSentence,
    defuseRunnerCommands,
    escapeJson,
    createCodeFrames: (text) => createCodeFrames(text)({ line: 1, column: 9, endLine: 1, endColumn: 12 }, 76),
  };
  for (const [name, run] of Object.entries(functions)) {
    test.each(atoms)(`${name} of many %j`, (atom) => {
      const many = atom.repeat(length / atom.length);
      for (const [before, after] of name === 'maskKeys' ? contexts : contexts.slice(0, 1))
        run(before + many + after);
    });
  }
});

describe('no reporter takes long over a report whose every string is long', limit, () => {
  test.each(reporters)('$name', async ({ load }) => {
    const render = await load();
    for (const atom of ['https:', '/', ':', ' ', '\n', '.', 'a1']) {
      const text = `https:${atom.repeat(length / atom.length / 4)}`;
      const sample = report(
        [endpoint({ url: text, provider: text, chain: text, facts: { chainId: text, moniker: text } })],
        [finding({ message: text, hint: text }), finding({ endpoint: null, message: text })],
      );
      render(sample, { ...plain, rules, detail: 'verbose', texts: new Map([[file, text]]), scope: text });
    }
  });
});

describe('a report of many endpoints, half of them alike, half of chains of their own', limit, () => {
  test('badge', () => {
    const endpoints = Array.from({ length: 200_000 }, (_, at) =>
      endpoint({ chain: at % 2 === 0 ? 'kava' : `chain${at}` }),
    );
    renderBadges(report(endpoints));
  });
});

describe('a report of many files, one endpoint in each', limit, () => {
  test('junit', () => {
    const paths = Array.from({ length: 100_000 }, (_, at) => `chain/chain${at}/param.json`);
    const files = paths.map((path) => ({ path, chain: path, format: 'chainlist' }));
    const endpoints = paths.map((path) => endpoint({ file: path }));
    renderJunit({ ...report(endpoints), files }, plain);
  });
});

describe('a file of one long line with thousands of findings', limit, () => {
  const line = '{"url":"https://a.example/?k=v"},'.repeat(8_000);
  const findings = Array.from({ length: 5_000 }, (_, at) =>
    finding({
      ...{ line: 1, column: 33 * at + 1, endLine: 1, endColumn: 33 * at + 9, endpoint: null },
      fix: { edits: [{ offset: 33 * at + 8, length: 8, text: 'wss://' }] },
    }),
  );
  const options = { ...plain, texts: new Map([[file, line]]) };

  test('is masked once', () => {
    renderPretty(report([], findings), options);
  });

  test.each([
    ['rdjson', renderRdjson],
    ['sarif', renderSarif],
  ])('has its fixes in %s', (_, render) => {
    render(report([], findings), options);
  });
});
