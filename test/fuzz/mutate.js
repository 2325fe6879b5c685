/** @typedef {() => number} Random From 0 to 1. */

/**
 * Numbers that depend on the seed alone (mulberry32).
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Characters that trip up readers: brackets, quotes, controls, letters that change their length, halves of characters, and invisible ones. */
const tricky = Array.from('{}[]()<>,:;"\'`\\/|&%#@?=+-_*~^$!. \t\r\n\0\x1b\x7f\x85\xa0\xff');
tricky.push(
  '\u200b',
  '\u2028',
  '\ufeff',
  '\u202e',
  '\ud83d',
  '\udd25',
  '🔥',
  'İ',
  'ß',
  'ı',
  '。',
  '％',
  '０',
);
const numbers = [
  '0',
  '-1',
  '1',
  '255',
  '256',
  '65535',
  '65536',
  '2147483648',
  '4294967296',
  '1e400',
  '-0',
  '0x',
  '9007199254740993',
];

/**
 * A random item.
 * @template Item
 * @param {Random} random
 * @param {readonly Item[]} items
 * @returns {Item}
 */
export function pick(random, items) {
  return /** @type {Item} */ (items[Math.floor(random() * items.length)]);
}

/**
 * A new input, made of one and a part of another.
 * @param {string} input
 * @param {string} donor
 * @param {{ random: Random, tokens: readonly string[], bytes: boolean, longest: number }} options
 */
export function mutate(input, donor, { random, tokens, bytes, longest }) {
  let text = input;
  for (let rest = 1 + Math.floor(random() ** 2 * 5); rest > 0; rest--) {
    const tree = !bytes && random() < 0.5 ? mutateJson(text, donor, random, tokens) : null;
    text = tree ?? mutateText(text, donor, random, tokens);
  }
  if (bytes)
    text = text.replaceAll(/[^\0-\xff]/g, (character) => String.fromCharCode(character.charCodeAt(0) & 0xff));
  return text.slice(0, longest);
}

/**
 * @param {string} text
 * @param {string} donor
 * @param {Random} random
 * @param {readonly string[]} tokens
 */
function mutateText(text, donor, random, tokens) {
  const at = Math.floor(random() * (text.length + 1));
  const length = Math.floor(random() ** 3 * (text.length - at + 1));
  const replace = (/** @type {string} */ part, removed = 0) =>
    text.slice(0, at) + part + text.slice(at + removed);
  switch (Math.floor(random() * 10)) {
    case 0:
      return replace('', Math.max(1, length));
    case 1:
      return replace(pick(random, tricky), Math.floor(random() * 2));
    case 2:
      return replace(pick(random, tokens), random() < 0.5 ? 0 : length);
    case 3:
      return replace(text.slice(at, at + length));
    case 4:
      return replace(String.fromCharCode(text.charCodeAt(at) ^ (1 << Math.floor(random() * 8))), 1);
    case 5: {
      const start = Math.floor(random() * donor.length);
      return replace(
        donor.slice(start, start + 1 + Math.floor(random() ** 2 * 64)),
        random() < 0.5 ? 0 : length,
      );
    }
    case 6:
      return text.slice(0, at) + donor.slice(Math.floor(random() * donor.length));
    case 7:
      return replace(pick(random, numbers), length);
    case 8:
      return replace(String.fromCharCode(Math.floor(random() * 256)), 1);
    default:
      return replace(pick(random, tricky).repeat(1 + Math.floor(random() * 8)));
  }
}

/** @typedef {{ value: any, replace: (value: any) => void, remove: () => void }} Part */

/**
 * An input that is JSON with a part of its value replaced, removed or moved; null if it is no JSON.
 * @param {string} text
 * @param {string} donor
 * @param {Random} random
 * @param {readonly string[]} tokens
 */
function mutateJson(text, donor, random, tokens) {
  const root = { value: parse(text) };
  if (root.value === undefined) return null;
  /** @type {Part[]} */
  const parts = [];
  collect(root, 'value', parts);
  const part = pick(random, parts);
  switch (Math.floor(random() * 9)) {
    case 0:
      part.remove();
      break;
    case 1:
      part.replace(pick(random, [null, true, false, 0, -1, 1e21, 1.5, '', [], {}, ' ', '0x1']));
      break;
    case 2:
      part.replace(pick(random, tokens));
      break;
    case 3:
      part.replace([part.value]);
      break;
    case 4:
      part.replace({ [pick(random, tokens)]: part.value });
      break;
    case 5:
      part.replace(copy(pick(random, parts).value));
      break;
    case 6: {
      const from = { value: parse(donor) };
      /** @type {Part[]} */
      const donorParts = [];
      collect(from, 'value', donorParts);
      part.replace(pick(random, donorParts).value);
      break;
    }
    case 7:
      if (Array.isArray(part.value)) part.value.push(copy(pick(random, parts).value));
      else if (typeof part.value === 'string') part.replace(mutateText(part.value, donor, random, tokens));
      else if (typeof part.value === 'number') part.replace(part.value * pick(random, [-1, 2, 0.5, 1000]));
      else if (part.value !== null && typeof part.value === 'object')
        part.value[pick(random, tokens)] = copy(pick(random, parts).value);
      break;
    default:
      if (typeof part.value === 'string') part.replace(mutateText(part.value, donor, random, tokens));
      else part.replace(pick(random, tokens));
  }
  return root.value === undefined ? null : JSON.stringify(root.value, null, pick(random, [0, 0, 1, 2]));
}

/**
 * @param {any} holder
 * @param {string | number} key
 * @param {Part[]} parts
 */
function collect(holder, key, parts) {
  const value = holder[key];
  parts.push({
    value,
    replace: (replacement) => (holder[key] = replacement),
    remove: () => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else Reflect.deleteProperty(holder, key);
    },
  });
  if (value !== null && typeof value === 'object')
    for (const each of Object.keys(value)) collect(value, each, parts);
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A copy of a value of JSON.
 * @param {any} value
 */
function copy(value) {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
