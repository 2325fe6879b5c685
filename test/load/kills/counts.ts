/** Maximum number of violations of a kind that are described. */
const maxDescribed = 5;

/** What happened, by kind, and what must never happen. */
export class Counts {
  readonly #counts = new Map<string, number>();
  readonly #violations = new Map<string, string[]>();

  count(kind: string): void {
    this.#counts.set(kind, this.get(kind) + 1);
  }

  get(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** Remembers the first violations of a kind with their details, and counts the rest. */
  violate(kind: string, details: string): void {
    this.count(`VIOLATION ${kind}`);
    const described = this.#violations.get(kind) ?? [];
    if (described.length < maxDescribed) described.push(`${new Date().toISOString()} ${details}`);
    this.#violations.set(kind, described);
  }

  /** By kind; empty if all was right. */
  get violations(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(this.#violations);
  }

  format(): string {
    return [...this.#counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, number]) => `${String(number).padStart(8)}  ${kind}\n`)
      .join('');
  }
}
