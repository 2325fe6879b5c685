/** What happened, by kind, and what must not happen: the first of each kind with their details. @typedef {ReturnType<typeof createCounts>} Counts */

/** Maximum number of violations of a kind that are described. */
const maxDescribed = 5;

export function createCounts() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {string[]} */
  const violations = [];
  /** @param {string} kind */
  const count = (kind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    count,
    violations,
    /** @param {string} kind */
    get: (kind) => counts.get(kind) ?? 0,
    /**
     * @param {string} kind
     * @param {string} details
     */
    violate: (kind, details) => {
      count(`VIOLATION ${kind}`);
      violations.push(kind);
      if (violations.filter((other) => other === kind).length <= maxDescribed)
        console.log(`${new Date().toISOString()} ${kind}: ${details}`);
    },
    format: () =>
      [...counts]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([kind, number]) => `  ${String(number).padStart(8)}  ${kind}`)
        .join('\n'),
  };
}
