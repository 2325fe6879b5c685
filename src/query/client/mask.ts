/** Masks a token in text that may repeat it. */
export type Mask = (text: string) => string;

/** A shorter token may be part of any text. */
const shortestMasked = 8;

/** Characters of a form that one pattern looks for: a pattern of thousands would take minutes, or overflow the stack. */
const prefixLength = 4;

/** Creates the mask of a token, which whoever has got it may repeat in whatever encoding, in other letters, or with something invisible between. */
export function createMask(token: string): Mask {
  const forms = listForms(token);
  const prefixes = forms.map((form) => Array.from(form.slice(0, prefixLength), spell).join(`${gap}{0,4}`));
  const pattern = new RegExp(prefixes.join('|'), 'giu');
  return (text) => {
    let masked = '';
    let at = 0;
    pattern.lastIndex = 0;
    for (let start = pattern.exec(text); start !== null; start = pattern.exec(text)) {
      const { index } = start;
      const end = Math.max(...forms.map((form) => findEnd(form, text, index)));
      pattern.lastIndex = Math.max(end, index + 1);
      if (end < 0) continue;
      masked += text.slice(at, index) + '*'.repeat(end - index);
      at = end;
    }
    return masked + text.slice(at);
  };
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

/** What may be between two characters, up to four times: a line feed of Base64, escaped too, and what nobody sees. */
const gap = String.raw`(?:[\s\p{C}]|\\{1,8}(?:[nrt]|u[\da-f]{4}))`;
const gapAt = new RegExp(gap, 'yiu');

/** The characters that Base64 for urls has in place of others. */
const twins: Readonly<Record<string, string>> = { '+': '+-', '-': '-+', '/': '/_', _: '_/' };

/** A pattern for a character, in any spelling. */
function spell(char: string): string {
  return `(?:${listSpellings(char).join('|')})`;
}

/** The spellings of a character, which may be escaped as in urls, JSON or HTML, once or several times. */
function listSpellings(char: string): readonly string[] {
  return Array.from(twins[char] ?? char).flatMap((twin) => {
    const code = twin.charCodeAt(0);
    const hex = code.toString(16);
    const plain = `[${twin === '-' ? String.raw`\-` : twin}]`;
    const entity = /\w/.test(twin) ? '' : '|[a-z]{3,7}';
    return [
      plain,
      `%(?:25){0,4}${hex}`,
      String.raw`\\{1,8}${plain}`,
      String.raw`\\{1,8}(?:x${hex}|u00${hex}|u\{0{0,4}${hex}\})`,
      `&(?:amp;){0,4}(?:#x0{0,6}${hex}|#0{0,6}${code}${entity});`,
    ];
  });
}

const spellings = new Map<string, readonly RegExp[]>();

/** Where a form ends that begins at an index of a text; -1 if it is not there. A spelling may be read in several ways, so all of them are followed. */
function findEnd(form: string, text: string, index: number): number {
  let ends = new Set([index]);
  for (const char of form) {
    const patterns = spellings.get(char) ?? listSpellings(char).map((each) => new RegExp(each, 'yiu'));
    spellings.set(char, patterns);
    const starts = ends;
    ends = new Set();
    for (const start of starts)
      for (const from of skipGaps(text, start))
        for (const pattern of patterns) {
          const end = matchAt(pattern, text, from);
          if (end >= 0) ends.add(end);
        }
    if (ends.size === 0) return -1;
  }
  return Math.max(...ends);
}

/** An index, and those after up to four gaps. */
function skipGaps(text: string, index: number): readonly number[] {
  const indexes = [index];
  for (
    let end = matchAt(gapAt, text, index);
    end >= 0 && indexes.length <= 4;
    end = matchAt(gapAt, text, end)
  )
    indexes.push(end);
  return indexes;
}

/** Where a match ends that begins at an index; -1 without one. */
function matchAt(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
