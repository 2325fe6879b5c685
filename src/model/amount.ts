/** A count and what it is of: `1 endpoint`, `2 endpoints`, `2 entries`; a verb may follow the noun: `1 file lists`, `2 files list`. */
export function formatAmount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${nameAmount(count, singular, plural)}`;
}

/** The noun of a count that is written elsewhere. */
export function nameAmount(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? singular : plural;
}

/** A number of bytes: `256 KiB`. */
export function formatKiB(bytes: number): string {
  return `${bytes / 1_024} KiB`;
}

/** A large number of bytes: `16 MiB`. */
export function formatMiB(bytes: number): string {
  return `${bytes / 1_048_576} MiB`;
}

/** What is wrong with a file of more bytes, after its name. */
export function describeLargeFile(limitBytes: number): string {
  return `is larger than ${formatMiB(limitBytes)}`;
}

/** A share, from 0 to 1, as a percentage with one decimal, rounded down; only all is 100 %, and only none 0 %. */
export function formatShare(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? '0 %' : '100 %';
  return `${(countPerMille(share) / 10).toFixed(1)} %`;
}

/** A share, from 0 to 1, in thousandths, rounded down, but at least one of any share above 0. */
export function countPerMille(share: number): number {
  // A billionth more, since a sum of binary fractions may fall short.
  return share <= 0 ? 0 : Math.max(1, Math.floor(share * 1_000 + 1e-6));
}
