import fc from 'fast-check';

/**
 * Any string: ASCII, the first plane with its lone surrogates, and what is beyond, in equal parts. Like `fc.string({ unit: 'binary' })`, which needs
 * three seconds for its first string.
 */
export function anyText(length: { readonly minLength?: number; readonly maxLength?: number } = {}) {
  const character = fc
    .oneof(...[0x7f, 0xffff, 0x10ffff].map((max) => fc.integer({ min: 0, max })))
    .map((code) => String.fromCodePoint(code));
  return fc.array(character, length).map((characters) => characters.join(''));
}
