/** Lanes of the state, as 64-bit words (FIPS 202 section 3.1). */
const laneCount = 25;

/** Round constants (FIPS 202 section 3.2.5) and rotations in the order of the lanes that rho and pi visit (sections 3.2.2, 3.2.3). */
const roundConstants = listRoundConstants();
const path = listPath();

/**
 * The permutation Keccak-f[1600] on a state of 200 bytes, in place (FIPS 202 section 3.3). node:crypto has SHA-3, but not the permutation that STROBE is
 * made of.
 */
export function permute(state: Uint8Array): void {
  const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
  // Words of this type drop what is above 64 bits.
  const lanes = new BigUint64Array(laneCount);
  const columns = new BigUint64Array(5);
  const at = (index: number) => lanes[index] ?? 0n;
  const column = (x: number) => columns[x % 5] ?? 0n;
  for (let index = 0; index < laneCount; index++) lanes[index] = view.getBigUint64(index * 8, true);
  for (const constant of roundConstants) {
    for (let x = 0; x < 5; x++) columns[x] = at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20);
    for (let index = 0; index < laneCount; index++)
      lanes[index] = at(index) ^ column((index % 5) + 4) ^ rotate(column((index % 5) + 1), 1n);
    let moved = at(1);
    for (const { lane, by } of path) {
      const next = at(lane);
      lanes[lane] = rotate(moved, by);
      moved = next;
    }
    for (let row = 0; row < laneCount; row += 5) {
      for (let x = 0; x < 5; x++) columns[x] = at(row + x);
      for (let x = 0; x < 5; x++) lanes[row + x] = column(x) ^ (~column(x + 1) & column(x + 2));
    }
    lanes[0] = at(0) ^ constant;
  }
  for (let index = 0; index < laneCount; index++) view.setBigUint64(index * 8, at(index), true);
}

function rotate(word: bigint, by: bigint): bigint {
  return (word << by) | (word >> (64n - by));
}

/** The lanes after lane 1 that pi moves one to another, each with its rotation. */
function listPath(): readonly { readonly lane: number; readonly by: bigint }[] {
  let [x, y] = [1, 0];
  return Array.from({ length: 24 }, (_, step) => {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    return { lane: x + 5 * y, by: BigInt((((step + 1) * (step + 2)) / 2) % 64) };
  });
}

/** By the shift register of FIPS 202, algorithm 5. */
function listRoundConstants(): readonly bigint[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let power = 0; power < 7; power++) {
      if ((register & 1) === 1) constant |= 1n << ((1n << BigInt(power)) - 1n);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    return constant;
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
