/** FNV-1a of a string, 32 bits. */
export function hashText(text: string) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** 32 bits that depend on all the numbers and look random: the finalizer of MurmurHash3, once for each. */
export function mix(...numbers: number[]) {
  let hash = 0x9e3779b9;
  for (const number of numbers) {
    hash = Math.imul(hash ^ number ^ Math.trunc(number / 0x1_0000_0000), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash >>> 0;
}

/** Numbers from 0 up to and without `limit`, the same ones for a seed. */
export function createRandom(seed: number) {
  let count = 0;
  return (limit: number) => Math.floor((mix(seed, ++count) / 0x1_0000_0000) * limit);
}
