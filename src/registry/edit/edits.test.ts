import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextEdit } from '../../model/finding.js';
import { applyEdits } from './edits.js';

function edit(offset: number, length: number, text: string): TextEdit {
  return { offset, length, text };
}

describe('edits count from the original text, in whatever order they come', () => {
  test.each<[string, readonly TextEdit[], string]>([
    ['none', [], 'abcdef'],
    ['one', [edit(1, 2, 'X')], 'aXdef'],
    ['from the end to the start', [edit(4, 2, ''), edit(0, 1, 'long')], 'longbcd'],
    ['touching', [edit(2, 2, 'Y'), edit(0, 2, 'X')], 'XYef'],
    ['at both ends', [edit(6, 0, '>'), edit(0, 0, '<')], '<abcdef>'],
    ['inserted at one place, in their order', [edit(3, 0, '1'), edit(3, 0, '2')], 'abc12def'],
    ['inserted in front of what is replaced', [edit(3, 1, 'X'), edit(3, 0, '+')], 'abc+Xef'],
    ['inserted after what is replaced', [edit(4, 0, '+'), edit(3, 1, 'X')], 'abcX+ef'],
    ['everything', [edit(0, 6, '')], ''],
  ])('%s', (_, edits, expected) => {
    expect(applyEdits('abcdef', edits)).toBe(expected);
  });

  test('a byte order mark is one unit, and a character outside of the plane two', () => {
    expect(applyEdits('\uFEFF{"😀": 1}', [edit(0, 1, ''), edit(3, 2, 'a')])).toBe('{"a": 1}');
  });
});

describe('edits that contradict each other change nothing', () => {
  test.each<[string, readonly TextEdit[]]>([
    ['twice the same', [edit(1, 1, ''), edit(1, 1, '')]],
    ['one reaches into the other', [edit(0, 3, 'X'), edit(2, 2, 'Y')]],
    ['one inside of the other', [edit(0, 6, 'X'), edit(2, 0, 'Y')]],
  ])('%s', (_, edits) => {
    for (const order of [edits, edits.toReversed()])
      expect(() => applyEdits('abcdef', order)).toThrow(RangeError);
  });
});

test.each([edit(5, 2, ''), edit(7, 0, 'X'), edit(-1, 1, ''), edit(2, -1, '')])(
  'an edit outside of the text is refused: %j',
  (outside) => {
    expect(() => applyEdits('abcdef', [outside])).toThrow(RangeError);
  },
);

test('disjoint edits give what replacing part after part gives', () => {
  const parts = fc.array(
    fc.record({ keep: fc.string(), take: fc.string({ minLength: 1 }), text: fc.string(), order: fc.nat() }),
  );
  fc.assert(
    fc.property(parts, fc.string(), (list, rest) => {
      let offset = 0;
      const edits = list.map(({ keep, take, text, order }) => {
        const at = offset + keep.length;
        offset = at + take.length;
        return { ...edit(at, take.length, text), order };
      });
      const shuffled = edits.toSorted((a, b) => a.order - b.order);
      const before = list.map(({ keep, take }) => keep + take).join('') + rest;
      const after = list.map(({ keep, text }) => keep + text).join('') + rest;
      expect(applyEdits(before, shuffled)).toBe(after);
    }),
  );
});
