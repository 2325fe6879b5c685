/** How long a place is remembered, and the maximum number of searches and of places in each. */
const limits = { keepMs: 60_000, searches: 500, places: 200 };

interface Search<Place> {
  readonly places: Map<number, Place>;
  usedAt: number;
}

/**
 * Remembers for a minute where in a long list certain records begin, so that a late page costs no scan from the start. Drops the
 * search that was used least recently first.
 */
export class Bookmarks<Place> {
  readonly #now: () => number;
  readonly #searches = new Map<string, Search<Place>>();

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Remembers the place of record number `count` (from 0) of a search. */
  keep(search: string, count: number, place: Place): void {
    const { places } = this.#findSearch(search) ?? { places: new Map<number, Place>() };
    places.delete(count);
    places.set(count, place);
    if (places.size > limits.places) dropFirst(places);
    this.#searches.delete(search);
    this.#searches.set(search, { places, usedAt: this.#now() });
    if (this.#searches.size > limits.searches) dropFirst(this.#searches);
  }

  /** Forgets the places of a search, as where it begins anew. */
  forget(search: string): void {
    this.#searches.delete(search);
  }

  /** The last known place at or before a record; null without one. */
  findNearest(search: string, count: number): { readonly count: number; readonly place: Place } | null {
    let nearest: { count: number; place: Place } | null = null;
    for (const [at, place] of this.#findSearch(search)?.places ?? []) {
      if (at <= count && at >= (nearest?.count ?? 0)) nearest = { count: at, place };
    }
    return nearest;
  }

  #findSearch(search: string): Search<Place> | undefined {
    const known = this.#searches.get(search);
    if (known === undefined || this.#now() - known.usedAt <= limits.keepMs) return known;
    this.#searches.delete(search);
    return undefined;
  }
}

/** Drops the oldest: a Map iterates in insertion order. */
function dropFirst(map: Map<unknown, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
