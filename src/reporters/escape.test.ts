import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { defuseRunnerCommands, escapeJson, escapeMarkup, escapeMessage, escapeTerminal } from './escape.js';

/** Characters that move a cursor, hide or reorder text, or end a line somewhere; no output may contain any of them. */
const forbidden =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u;

describe('characters that would act on a terminal are shown as escapes', () => {
  test.each([
    ['NUL', '\0', '\\x00'],
    ['backspace', '\b', '\\x08'],
    ['BEL', '\x07', '\\x07'],
    ['tab', '\t', '\\x09'],
    ['LF', '\n', '\\x0a'],
    ['CR', '\r', '\\x0d'],
    ['CR LF', '\r\n', '\\x0d\\x0a'],
    ['lone ESC', '\x1b', '\\x1b'],
    ['CSI', '\x1b[2J', '\\x1b[2J'],
    ['OSC 8', '\x1b]8;;https://a.example\x07', '\\x1b]8;;https://a.example\\x07'],
    ['DCS', '\x1bP1$r\x1b\\', '\\x1bP1$r\\x1b\\'],
    ['APC', '\x1b_G\x1b\\', '\\x1b_G\\x1b\\'],
    ['DEL', '\x7f', '\\x7f'],
    ['NEL of C1', '\x85', '\\x85'],
    ['CSI of C1', '\x9b2J', '\\x9b2J'],
    ['line separator', '\u2028', '\\u2028'],
    ['paragraph separator', '\u2029', '\\u2029'],
    ['right-to-left override', '\u202e', '\\u202e'],
    ['isolate', '\u2066', '\\u2066'],
    ['Arabic letter mark', '\u061c', '\\u061c'],
    ['zero-width space', '\u200b', '\\u200b'],
    ['zero-width joiner', '\u200d', '\\u200d'],
    ['word joiner', '\u2060', '\\u2060'],
    ['byte order mark', '\ufeff', '\\ufeff'],
    ['soft hyphen', '\xad', '\\xad'],
    ['tag character', '\u{e0041}', '\\u{e0041}'],
    ['Hangul filler', '\u3164', '\\u3164'],
    ['blank Braille', '\u2800', '\\u2800'],
    ['variation selector', '\u{e0100}', '\\u{e0100}'],
    ['lone high surrogate', '\ud83d', '\\ud83d'],
    ['lone low surrogate', '\ude00', '\\ude00'],
  ])('%s', (_, text, shown) => {
    expect(escapeTerminal(`a${text}b`)).toBe(`a${shown}b`);
  });
});

test('all characters that are not shown are among them', () => {
  for (let code = 0; code <= 0x10_ffff; code++) {
    const character = String.fromCodePoint(code);
    if (forbidden.test(character)) expect(escapeTerminal(character)).toMatch(/^\\[xu]/);
  }
});

describe('harmless text stays unchanged', () => {
  test.each([
    '',
    'Polkachu',
    '🔥STAVR🔥',
    'lesnik | UTSA',
    '[NODERS]TEAM',
    'Zürich ñ é',
    'e\u0301',
    '界隈',
    '🇩🇪',
    '❤️',
    'עברית',
    'a\u00a0b',
  ])('%s', (text) => {
    expect(escapeTerminal(text)).toBe(text);
  });
});

test('a string that is longer than any real one is truncated, with an ellipsis', () => {
  expect(escapeTerminal('a'.repeat(300))).toBe('a'.repeat(300));
  expect(escapeTerminal('a'.repeat(301))).toBe(`${'a'.repeat(300)}…`);
  // Cut in the middle of a character of two code units.
  expect(escapeTerminal(`${'a'.repeat(299)}😀`)).not.toMatch(forbidden);
});

test('a sentence of the program keeps its end, unless it is endless', () => {
  expect(escapeMessage('a'.repeat(1_500))).toBe('a'.repeat(1_500));
  expect(escapeMessage('a'.repeat(1_501))).toBe(`${'a'.repeat(1_500)}…`);
});

describe('no runner takes part of an output for a command', () => {
  test.each([
    ['::error::owned', ': :error::owned'],
    ['  ::error::owned', '  : :error::owned'],
    ['a\n\t::set-env::', 'a\n\t: :set-env::'],
    ['a\r::stop-commands::x', 'a\r: :stop-commands::x'],
    ['\u00a0::debug::', '\u00a0: :debug::'],
    [':::error::', ': ::error::'],
    ['##[command]x', '# #[command]x'],
    ['\r\n\x0b\u2028::error::', '\r\n\x0b\u2028: :error::'],
    ['text ##[error]x ##[endgroup]', 'text # #[error]x # #[endgroup]'],
    ['###[section]', '## #[section]'],
    ['\x1b[31m::error::owned', '\x1b[31m: :error::owned'],
    [' \x1b[1m \x1b[38;5;9m::error::', ' \x1b[1m \x1b[38;5;9m: :error::'],
    ['\x1b[2m:\x1b[22m:error::', '\x1b[2m: \x1b[22m:error::'],
    ['##\x1b[2m[command]x', '# #\x1b[2m[command]x'],
    ['#\x1b[22m#[command]x', '#\x1b[22m #[command]x'],
  ])('%j', (output, defused) => {
    expect(defuseRunnerCommands(output)).toBe(defused);
  });

  test.each(['a::b', 'evm ::1 is an address', ': : x', '# heading [x]', '#[x] ## [y]', 'std::string'])(
    '%j is not a command and stays',
    (output) => {
      expect(defuseRunnerCommands(output)).toBe(output);
    },
  );
});

/** Strings that are likely to contain forbidden characters. */
const nasty = fc
  .array(
    fc.oneof(
      anyText(),
      fc.constantFrom(
        '::',
        '##[',
        '##',
        '[',
        ' ',
        '\n',
        '\r',
        '\t',
        '\u2028',
        '\x1b[31m',
        '\x9b',
        '\u202e',
        '\u3164',
        '\ud83d',
      ),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

/** The start of a command, as the runner reads lines: at LF, CR LF or a lone CR; white space and colours before it do not count. */
function findCommand(output: string): string | undefined {
  return [output, output.replaceAll(/\x1b\[[\d;]*m/g, '')]
    .flatMap((text) => text.split(/\r\n|\n|\r/))
    .find((line) => line.trimStart().startsWith('::') || line.includes('##['));
}

describe('whatever the untrusted text is', () => {
  test('no output holds anything forbidden', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(escapeTerminal(text)).not.toMatch(forbidden);
      }),
    );
  });

  test('no line of an output starts a command', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(findCommand(defuseRunnerCommands(text))).toBeUndefined();
      }),
    );
  });

  test('JSON means the same, holds nothing forbidden but its own line ends, and no command', () => {
    fc.assert(
      fc.property(
        fc.dictionary(nasty, fc.oneof(nasty, fc.array(nasty)), { noNullPrototype: true }),
        (value) => {
          const json = escapeJson(JSON.stringify(value, null, 2));
          expect(JSON.parse(json)).toEqual(value);
          expect(json.replaceAll('\n', '')).not.toMatch(forbidden);
          expect(findCommand(json)).toBeUndefined();
        },
      ),
    );
  });

  test('a character beyond the first plane is escaped in JSON as its two code units', () => {
    expect(escapeJson('"\u{e0041}"')).toBe('"\\udb40\\udc41"');
    expect(escapeJson('"##[x]"')).toBe('"#\\u0023[x]"');
  });
});

describe('markup stays text in XML and HTML', () => {
  test.each([
    ['<b a="1" c=\'2\'>&amp;', '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;'],
    ['##[error]', '#&#35;[error]'],
    ['\x00\ufffe\uffff\ud800', '\\x00\\ufffe\\uffff\\ud800'],
    ['Zürich 🔥', 'Zürich 🔥'],
  ])('%j', (text, escaped) => {
    expect(escapeMarkup(text)).toBe(escaped);
  });
});
