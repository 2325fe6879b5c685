import fc from 'fast-check';
import { readJson, type Target } from './targets/target.js';

/** What trips up readers: brackets, quotes, controls, characters that change their length, halves of characters, invisible ones, limits of numbers. */
const tricky = [
  ...Array.from('{}[]()<>,:;"\'`\\/|&%#@?=+-_*~^$!. \t\r\n\0\x1b\x7f\x85\xa0\xff'),
  ...['\u200b', '\u2028', '\ufeff', '\u202e', '\ud83d', '\udd25', '🔥', 'İ', 'ß', 'ı', '。', '％', '０'],
  ...['0', '-1', '1', '255', '256', '65535', '65536', '2147483648', '4294967296', '1e400', '-0', '0x'],
  '9007199254740993',
];

/** A change of a text. */
type Change = (text: string) => string;

/** From 0 to below 1, each as likely: `fc.double` prefers small ones. */
const share = fc.noBias(fc.nat(0xffff)).map((value) => value / 0x1_0000);

/**
 * The inputs of a target: its seeds, changed in up to six places.
 * @param tokens Strings that its code may compare with.
 */
export function createInputs(target: Target, tokens: readonly string[]): fc.Arbitrary<string> {
  const { seeds, bytes = false, longest = 4_096 } = target;
  const seed = fc.constantFrom(...seeds);
  const slice = fc
    .tuple(seed, share, fc.nat(64))
    .map(([text, from, length]) => cut(text, from).slice(0, length + 1));
  const part = fc.oneof(
    fc.constantFrom('', ...tricky),
    fc.constantFrom(...tokens),
    fc.nat(255).map((code) => String.fromCharCode(code)),
    slice,
  );
  const textChange = changeText(part, seed);
  const change = bytes ? textChange : fc.oneof(textChange, changeJson(part, seed, textChange));
  return fc.tuple(seed, fc.array(change, { minLength: 1, maxLength: 6 })).map(([first, changes]) => {
    const text = changes.reduce((changed, apply) => apply(changed), first).slice(0, longest);
    return bytes ? Buffer.from(text, 'latin1').toString('latin1') : text;
  });
}

/** What stands after a share of a text. */
function cut(text: string, from: number): string {
  return text.slice(Math.floor(from * text.length));
}

/** How many characters are removed at a place, and what is inserted there, by what stands after it and how long the text is. */
type Replacement = (after: string, length: number) => { removed: number; inserted: string };

function changeText(part: fc.Arbitrary<string>, seed: fc.Arbitrary<string>): fc.Arbitrary<Change> {
  // Mostly short ones.
  const size = share.map((value) => value ** 3);
  const replacement = fc.oneof(
    fc
      .record({ removed: fc.constantFrom(0, 1), inserted: part, count: fc.constantFrom(1, 1, 1, 8) })
      .map(({ removed, inserted, count }): Replacement => {
        return () => ({ removed, inserted: inserted.repeat(count) });
      }),
    fc.tuple(size, part).map(([removed, inserted]): Replacement => {
      return (_, length) => ({ removed: Math.ceil(removed * length), inserted });
    }),
    // A part of it twice.
    size.map((copied): Replacement => {
      return (after, length) => ({ removed: 0, inserted: after.slice(0, Math.ceil(copied * length)) });
    }),
    // One bit of a character.
    fc.nat(7).map((bit): Replacement => {
      return (after) => ({ removed: 1, inserted: String.fromCharCode(after.charCodeAt(0) ^ (1 << bit)) });
    }),
    // The end of another one.
    fc.tuple(seed, share).map(([other, from]): Replacement => {
      return (_, length) => ({ removed: length, inserted: cut(other, from) });
    }),
  );
  return fc.tuple(share, replacement).map(([at, replace]) => (text) => {
    const after = cut(text, at);
    const { removed, inserted } = replace(after, text.length);
    return text.slice(0, text.length - after.length) + inserted + after.slice(removed);
  });
}

/** A field or an item of a value of JSON. */
interface Part {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Replaces, removes or moves a part of the value that a text is as JSON; other texts are left as they are. */
function changeJson(
  part: fc.Arbitrary<string>,
  seed: fc.Arbitrary<string>,
  textChange: fc.Arbitrary<Change>,
): fc.Arbitrary<Change> {
  const value = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, true, false, 0, -1, 1e21, 1.5, '', [], {}, ' ', '0x1'),
    part,
    fc.tuple(seed, share).map(([text, at]) => {
      const { holder, key } = pick(listParts({ '': readJson(text) }), at);
      return holder[key];
    }),
  );
  const edit = fc.oneof(
    value.map((replacement) => () => replacement),
    fc.constant((old: unknown) => [old]),
    part.map((name) => (old: unknown) => ({ [name]: old })),
    share.map((at) => (_: unknown, parts: readonly Part[]) => {
      const { holder, key } = pick(parts, at);
      return holder[key];
    }),
    fc.tuple(part, value).map(([name, added]) => (old: unknown) => {
      if (Array.isArray(old)) return [...(old as unknown[]), added];
      return typeof old === 'object' && old !== null ? { ...old, [name]: added } : added;
    }),
    {
      weight: 2,
      arbitrary: textChange.map((apply) => (old: unknown) => (typeof old === 'string' ? apply(old) : old)),
    },
    fc
      .constantFrom(-1, 2, 0.5, 1_000)
      .map((factor) => (old: unknown) => (typeof old === 'number' ? old * factor : old)),
  );
  return fc.tuple(share, edit, fc.constantFrom(0, 0, 1, 2)).map(([at, apply, indent]): Change => (text) => {
    const root = { '': readJson(text) };
    if (root[''] === undefined) return text;
    const parts = listParts(root);
    const { holder, key } = pick(parts, at);
    const changed = apply(holder[key], parts);
    if (changed === undefined && holder === root) return '';
    if (changed === undefined && Array.isArray(holder)) holder.splice(Number(key), 1);
    // A copy, since a part may be moved into itself.
    else holder[key] = changed === undefined ? undefined : JSON.parse(JSON.stringify(changed));
    return JSON.stringify(root[''], null, indent);
  });
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[Math.floor(at * items.length)] as Item;
}

function listParts(holder: object): readonly Part[] {
  return Object.entries(holder as Record<string, unknown>).flatMap(([key, value]) => [
    { holder: holder as Record<string, unknown>, key },
    ...(typeof value === 'object' && value !== null ? listParts(value) : []),
  ]);
}
