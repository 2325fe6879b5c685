/** Maximum age of the newest block without a warning. Slow test chains stay below it; a stopped node does not. */
export const staleAfterMs = 3_600_000;

/** The text of the rule, the same for every kind, but for its data. */
export const stale = {
  severity: 'warning',
  summary: 'the newest block is old',
  explanation:
    'It is more than an hour old: the node has stopped, the chain has, or the chain makes blocks only when there are ' +
    'transactions (`create_empty_blocks = false`). If other endpoints of the chain answer, they show which it is.',
  hint: () => 'check whether the node has synced, and whether it or the chain has stopped',
} as const;

/** Which block is old, and how old. */
export function describeStale(height: number | string, ageMs: number): string {
  return `the newest block (${height}) is ${formatAge(ageMs)} old`;
}

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

/** Whether a rule is one of an old head, of any kind. */
export function isStale(code: string): boolean {
  return code.endsWith('/stale');
}
