import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.js';
import { joinFamilies } from '../openmetrics.js';
import { type MetricFamily, renderLabels, renderMetrics } from './render-metrics.js';

function family(name: string, labels: Record<string, string>, value = 1): MetricFamily {
  return { name, help: `What ${name} is.`, samples: [{ labels, value }] };
}

describe('families of many endpoints', () => {
  test('are joined', () => {
    const seconds = { ...family('age_seconds', {}, 1.5), unit: 'seconds' } as const;
    const joined = joinFamilies([
      family('up', { at: 'a' }),
      seconds,
      family('up', { at: 'b', in: 'c' }, 0),
      family('down', {}),
    ]);
    expect(renderMetrics(joined)).toBe(`# HELP up What up is.
# TYPE up gauge
up{at="a"} 1
up{at="b",in="c"} 0
# HELP age_seconds What age_seconds is.
# TYPE age_seconds gauge
# UNIT age_seconds seconds
age_seconds 1.5
# HELP down What down is.
# TYPE down gauge
down 1
# EOF
`);
  });

  test('none', () => {
    expect(renderMetrics([])).toBe('# EOF\n');
  });
});

describe('a label is one line of harmless text', () => {
  test.each([
    ['', '""'],
    ['Zürich 🔥', '"Zürich 🔥"'],
    ['a"b', '"a\\"b"'],
    ['a\\b', '"a\\\\b"'],
    // The escape of a control character is text, so its backslash is escaped in turn.
    ['a\nb', '"a\\\\x0ab"'],
    ['\x1b[31m\u202e\0', '"\\\\x1b[31m\\\\u202e\\\\x00"'],
    ['\ud800', '"\\\\ud800"'],
    ['"} 1\n# EOF', '"\\"} 1\\\\x0a# EOF"'],
    ['##[error]x', '"# #[error]x"'],
    ['::error::x', '"::error::x"'],
    ['a'.repeat(400), `"${'a'.repeat(300)}…"`],
    [
      'https://user:secret@a.example/v1/0a1b2c3d4e5f60718293a4b5?k=v',
      '"https://***********@a.example/v1/************************?k=*"',
    ],
  ])('%j', (value, rendered) => {
    expect(renderLabels({ at: value })).toBe(`{at=${rendered}}`);
  });

  test('whatever it is', () => {
    fc.assert(
      fc.property(anyText(), (value) => {
        expect(renderLabels({ at: value })).toMatch(/^\{at="(?:[^"\\\p{Cc}\p{Cf}\p{Cs}]|\\["\\])*"\}$/u);
      }),
    );
  });
});
