/** Halves of lanes: the low 32 bits of each lane of 64, and the high ones (FIPS 202 section 3.1). As BigInt they cost five times as much. */
const halfCount = 50;

/** Round constants (FIPS 202 section 3.2.5) and rotations in the order of the lanes that rho and pi visit (sections 3.2.2, 3.2.3). */
const roundConstants = listRoundConstants();
const path = listPath();

/**
 * The permutation Keccak-f[1600] on a state of 200 bytes, in place (FIPS 202 section 3.3). node:crypto has SHA-3, but not the permutation that STROBE is
 * made of.
 */
export function permute(state: Uint8Array): void {
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  const halves = new Int32Array(halfCount);
  const columns = new Int32Array(10);
  const at = (index: number) => halves[index] ?? 0;
  const column = (index: number) => columns[index % 10] ?? 0;
  for (let index = 0; index < halfCount; index++) halves[index] = view.getInt32(index * 4, true);
  for (const { low, high } of roundConstants) {
    for (let x = 0; x < 10; x++) columns[x] = at(x) ^ at(x + 10) ^ at(x + 20) ^ at(x + 30) ^ at(x + 40);
    for (let x = 0; x < 10; x += 2) {
      const changeOfLow = column(x + 8) ^ rotateInto(column(x + 2), column(x + 3), 1);
      const changeOfHigh = column(x + 9) ^ rotateInto(column(x + 3), column(x + 2), 1);
      for (let index = x; index < halfCount; index += 10) {
        halves[index] = at(index) ^ changeOfLow;
        halves[index + 1] = at(index + 1) ^ changeOfHigh;
      }
    }
    let [movedLow, movedHigh] = [at(2), at(3)];
    for (const { index, by } of path) {
      const [nextLow, nextHigh] = [at(index), at(index + 1)];
      // By 32 bits and more, the halves change places.
      const [first, second] = by < 32 ? [movedLow, movedHigh] : [movedHigh, movedLow];
      halves[index] = rotateInto(first, second, by);
      halves[index + 1] = rotateInto(second, first, by);
      [movedLow, movedHigh] = [nextLow, nextHigh];
    }
    for (let row = 0; row < halfCount; row += 10) {
      for (let x = 0; x < 10; x++) columns[x] = at(row + x);
      for (let x = 0; x < 10; x++) halves[row + x] = column(x) ^ (~column(x + 2) & column(x + 4));
    }
    halves[0] = at(0) ^ low;
    halves[1] = at(1) ^ high;
  }
  for (let index = 0; index < halfCount; index++) view.setInt32(index * 4, at(index), true);
}

/** One half of a lane that is rotated to the left by up to 63 bits: its own bits, and those that come from the other half. */
function rotateInto(half: number, other: number, by: number): number {
  const bits = by % 32;
  return bits === 0 ? half : (half << bits) | (other >>> (32 - bits));
}

/** The lanes after lane 1 that pi moves one to another, as the index of the low half, each with its rotation. */
function listPath(): readonly { readonly index: number; readonly by: number }[] {
  let [x, y] = [1, 0];
  return Array.from({ length: 24 }, (_, step) => {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    return { index: 2 * (x + 5 * y), by: (((step + 1) * (step + 2)) / 2) % 64 };
  });
}

/** By the shift register of FIPS 202, algorithm 5. */
function listRoundConstants(): readonly { readonly low: number; readonly high: number }[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let [low, high] = [0, 0];
    for (let power = 0; power < 7; power++) {
      const bit = 2 ** power - 1;
      if ((register & 1) === 1 && bit < 32) low |= 1 << bit;
      if ((register & 1) === 1 && bit >= 32) high |= 1 << (bit - 32);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    return { low, high };
  });
}

/** Bytes of the state that a block of the message changes (FIPS 202 section 6.1). */
const rate = 136;

/** Keccak-256 as Ethereum has it: with the padding from before FIPS 202, unlike the SHA3-256 of node:crypto. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / rate) + 1) * rate);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded.at(-1) ?? 0) | 0x80;
  const state = new Uint8Array(200);
  for (let block = 0; block < padded.length; block += rate) {
    for (let index = 0; index < rate; index++)
      state[index] = (state[index] ?? 0) ^ (padded[block + index] ?? 0);
    permute(state);
  }
  return state.slice(0, 32);
}
