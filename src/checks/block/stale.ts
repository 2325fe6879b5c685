/** Maximum age of the newest block without a warning. Slow test chains stay below it; a stopped node does not. */
export const staleAfterMs = 3_600_000;

/** How to find out which of the causes it is. */
export const staleHint =
  'check whether the node has synced, and whether it or the chain has stopped; some chains make blocks only when there are transactions';

/** An age in the largest unit of which there are at least two: "3 days". */
export function formatAge(ms: number): string {
  const units: readonly [string, number][] = [
    ['days', 86_400_000],
    ['hours', 3_600_000],
    ['minutes', 60_000],
  ];
  const [name, size] = units.find(([, unit]) => ms >= 2 * unit) ?? ['seconds', 1_000];
  return `${Math.floor(ms / size)} ${name}`;
}

/** Whether a rule is that of an old head, of whatever kind. */
export function isStale(code: string): boolean {
  return code.endsWith('/stale');
}
