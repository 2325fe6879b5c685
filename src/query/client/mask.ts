/** Masks a token in text that may repeat it. */
export type Mask = (text: string) => string;

/** A shorter token may be part of any text. */
const shortestMasked = 8;

/** Creates the mask of a token, which whoever has got it may repeat in whatever encoding, in other letters, or with something invisible between. */
export function createMask(token: string): Mask {
  const pattern = new RegExp(listForms(token).map(spell).join('|'), 'giu');
  return (text) => text.replace(pattern, (found) => '*'.repeat(found.length));
}

/** The mask for data, and for text that decides a verdict: it leaves a token alone that may be part of any. */
export function createDataMask(token: string): Mask {
  return token.length < shortestMasked ? (text) => text : createMask(token);
}

/** The token, and if that is long enough to be no other text, its hexadecimal digits, and its Base64 wherever it is in a longer text. */
function listForms(token: string): readonly string[] {
  if (token.length < shortestMasked) return [token];
  const hex = Array.from(token, (char) => char.charCodeAt(0).toString(16));
  const base64 = [0, 1, 2].map((before) => {
    const text = btoa('\0'.repeat(before) + token);
    // Only the digits that no other byte has a part in.
    return text.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + token.length)) / 6));
  });
  return [token, hex.join(''), ...base64];
}

/** What may be between two characters: a line feed of Base64, escaped too, and what nobody sees. */
const gap = String.raw`(?:[\s\p{C}]|\\{1,8}(?:[nrt]|u[\da-f]{4})){0,4}`;

/** The characters that Base64 for urls has in place of others. */
const twins: Readonly<Record<string, string>> = { '+': '+-', '-': '-+', '/': '/_', _: '_/' };

/** A pattern for a text. Each of its characters may be escaped as in urls, JSON or HTML, once or several times. */
function spell(text: string): string {
  const spellTwins = (char: string) => Array.from(twins[char] ?? char, spellCharacter).join('|');
  return Array.from(text, (char) => `(?:${spellTwins(char)})`).join(gap);
}

function spellCharacter(char: string): string {
  const code = char.charCodeAt(0);
  const hex = code.toString(16);
  const plain = `[${char === '-' ? String.raw`\-` : char}]`;
  const entity = /\w/.test(char) ? '' : '|[a-z]{3,7}';
  return [
    plain,
    `%(?:25){0,4}${hex}`,
    String.raw`\\{1,8}(?:${plain}|x${hex}|u00${hex}|u\{0{0,4}${hex}\})`,
    `&(?:amp;){0,4}(?:#x0{0,6}${hex}|#0{0,6}${code}${entity});`,
  ].join('|');
}
