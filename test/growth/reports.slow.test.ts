import { describe, test } from 'vitest';
import { rules } from '../../src/engine/rule-catalogue.js';
import type { Report } from '../../src/model/report.js';
import { createCodeFrames } from '../../src/reporters/pretty-file.js';
import { renderDiff } from '../../src/reporters/diff.js';
import { defuseRunnerCommands, escapeJson } from '../../src/reporters/escape.js';
import { escapeSentence } from '../../src/reporters/escape-markdown.js';
import { getReporter, reporterNames } from '../../src/reporters/index.js';
import { maskKeys } from '../../src/reporters/mask.js';
import { endpoint, file, finding, plain, report } from '../support/report-samples.js';
import { expectLinear } from './measure.js';

/** All that the patterns of the reporters look for, as single characters and together. */
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

/** The beginnings and ends of a match, so that the atoms are inside of one or just miss it. */
const contexts: readonly (readonly [string, string])[] = [
  ['', ''],
  ['https:', ''],
  ['https://', '@a.example'],
  ['https://a.example/?topics=', '!'],
  ['a.example', '/x'],
  ['##', '['],
];

// If a failed match restarts at each next character, this many take a second; read once, a millisecond.
const length = 16 * 1024;

describe('the cost of a long text grows with its length', () => {
  const functions: Readonly<Record<string, (text: string) => unknown>> = {
    escapeSentence,
    defuseRunnerCommands,
    escapeJson,
    createCodeFrames: (text) => createCodeFrames(text)({ line: 1, column: 9, endLine: 1, endColumn: 12 }, 76),
  };
  test.each(Object.entries(functions))('%s', (_, run) => {
    for (const atom of atoms) expectLinear((size) => run(atom.repeat(size / atom.length)), length);
  });

  test.each(contexts)('maskKeys between %j and %j', (before, after) => {
    for (const atom of atoms)
      expectLinear((size) => maskKeys(before + atom.repeat(size / atom.length) + after), length);
  });
});

describe('the cost of a report grows with its size', () => {
  const repeat = <Item>(count: number, make: (at: number) => Item) =>
    Array.from({ length: count }, (_, at) => make(at));
  const shapes: Readonly<Record<string, (size: number) => Report>> = {
    'of long strings': (size) => {
      const texts = ['https:', '/', ':', ' ', '\n', '.', 'a1'].map(
        (atom) => `https:${atom.repeat(size / 4 / atom.length)}`,
      );
      return report(
        texts.map((text) =>
          endpoint({ url: text, provider: text, chain: text, facts: { chainId: text, moniker: text } }),
        ),
        texts.flatMap((text, at) => [
          finding({ message: text, hint: text, endpoint: at }),
          finding({ endpoint: null, message: text }),
        ]),
      );
    },
    'of many endpoints, half of them of separate chains': (size) =>
      report(
        repeat(size / 8, (at) => endpoint({ chain: at % 2 === 0 ? 'kava' : `chain${at}` })),
        repeat(size / 8, (at) => finding({ endpoint: at })),
      ),
    'of many findings of one file': (size) =>
      report(
        [],
        repeat(size, (at) => finding({ endpoint: null, line: at + 1, endLine: at + 1 })),
      ),
    'of many files with an endpoint each': (size) => {
      const paths = repeat(size / 8, (at) => `chain/chain${at}/param.json`);
      return report(
        paths.map((path, at) =>
          endpoint({
            file: path,
            verdict: (['pass', 'fail', 'inconclusive', 'skipped'] as const)[at % 4] ?? 'pass',
          }),
        ),
        paths.map((path, at) => finding({ file: path, endpoint: at % 3 === 0 ? null : at })),
        paths,
      );
    },
  };
  for (const [name, make] of Object.entries(shapes)) {
    test.each(reporterNames)(`${name}: %s`, async (reporter) => {
      const { render } = await getReporter(reporter).load();
      expectLinear((size) => {
        const sample = make(size);
        const texts = new Map([[file, sample.endpoints[0]?.url ?? '']]);
        return render(sample, {
          ...plain,
          rules,
          texts,
          columns: 80,
          detail: 'verbose',
          scope: sample.endpoints[0]?.chain ?? '',
        });
      }, 4 * 1024);
    });
  }

  const makeLine = (size: number) => {
    const line = '{"url":"https://a.example/?k=v"},'.repeat(size);
    const findings = repeat(size, (at) =>
      finding({
        ...{ line: 1, column: 33 * at + 1, endLine: 1, endColumn: 33 * at + 9, endpoint: null },
        fix: { edits: [{ offset: 33 * at + 8, length: 8, text: 'wss://' }] },
      }),
    );
    return { sample: report([], findings), texts: new Map([[file, line]]) };
  };
  test.each(['pretty', 'rdjson', 'sarif', 'github', 'markdown', 'html'])(
    'of thousands of findings on one line: %s',
    async (reporter) => {
      const { render } = await getReporter(reporter).load();
      expectLinear((size) => {
        const { sample, texts } = makeLine(size);
        return render(sample, { ...plain, texts });
      }, 1024);
    },
  );
});

test('the cost of a diff grows with its texts, however many lines differ', () => {
  const lines = (size: number, change: (at: number) => boolean) =>
    Array.from({ length: size }, (_, at) =>
      change(at) ? `b ${at}\n` : `a ${at % 3 === 0 ? '' : at}\n`,
    ).join('');
  for (const every of [2, 10, 1])
    expectLinear((size) => {
      const [beforeText, afterText] = [lines(size, () => false), lines(size, (at) => at % every === 0)];
      return renderDiff([{ path: 'a', beforeText, afterText, recoded: false }]);
    }, 8 * 1024);
});
