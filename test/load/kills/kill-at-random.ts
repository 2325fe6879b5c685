import { setTimeout as pause } from 'node:timers/promises';

/** A process that can be killed, and started again at the same port. */
export interface Victim {
  /** Its sort, with a number if there are several. */
  readonly name: string;
  readonly kill: () => Promise<unknown>;
  readonly start: () => Promise<unknown>;
}

/** Numbers from 0 up to and without a limit. */
export type Random = (limit: number) => number;

/**
 * Kills a process at random, again and again, and starts it again a moment later; up to two are gone at once, never two of
 * one sort. Ends with the signal, when all are back.
 */
export async function killAtRandom(
  victims: readonly Victim[],
  {
    random,
    counts,
    signal,
  }: { readonly random: Random; readonly counts: Counts; readonly signal: AbortSignal },
): Promise<void> {
  const away = new Map<Victim, Promise<void>>();
  const killOnce = async (victim: Victim, awayMs: number) => {
    counts.count(`killed: ${findSort(victim)}`);
    await victim.kill();
    await pause(awayMs);
    await victim.start();
    away.delete(victim);
  };
  const sorts = [...new Set(victims.map(findSort))];
  while (!signal.aborted) {
    // A sort first, so that the only one of its sort dies as often as one of many.
    const sort = sorts[random(sorts.length)];
    const ofSort = victims.filter((victim) => findSort(victim) === sort);
    const victim = ofSort[random(ofSort.length)];
    await pause(300 + random(1_500));
    const isSortAway = [...away.keys()].some((missing) => findSort(missing) === sort);
    if (victim === undefined || away.size >= 2 || isSortAway) continue;
    away.set(victim, killOnce(victim, 100 + random(2_500)));
  }
  await Promise.all(away.values());
}

function findSort({ name }: Victim): string {
  return name.replace(/ \d+$/, '');
}

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
