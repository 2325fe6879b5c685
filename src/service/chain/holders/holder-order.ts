import type { Holder } from '../../api/answers.js';

/** Digits of the largest amount: 256 bits. */
const maxDigits = 78;
const nines = Array.from({ length: maxDigits + 1 }, (_, digits) => 10n ** BigInt(digits) - 1n);

/**
 * The place of an amount in the order of holders: a text that comes earlier, byte by byte, the larger the amount is. Fewer digits are a smaller amount,
 * since there are no leading zeros; within as many digits, the complement of each turns the order round.
 */
export function placeAmount(amount: string): string {
  const complement = (nines[amount.length] ?? 0n) - BigInt(amount);
  return `${99 - amount.length}${String(complement).padStart(amount.length, '0')}`;
}

/** The order of holders: the largest balance first, equal ones by address. */
export function compareHolders(a: Holder, b: Holder): number {
  if (a.amount.length !== b.amount.length) return b.amount.length - a.amount.length;
  if (a.amount !== b.amount) return a.amount < b.amount ? 1 : -1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}
