import { aborted, waitAtMost } from '../../net/abort.js';

/**
 * How long progress is waited for: until a chunk is written, as soon as it is the last one, and at least and at most so many milliseconds. Hundreds who
 * wait would take the loop with each chunk; another instance does not tell of its own.
 */
const waitMs = { least: 100, most: 250 };

/** The next progress of a job, and what is known of it then. */
interface Expected<State> {
  readonly state: Promise<State>;
  readonly happen: (isLast: boolean) => void;
}

/** The progress of jobs, by key: whoever waits for one goes on at the same time, and its state is read once, however many they are. */
export class Progress<State> {
  readonly #expected = new Map<string, Expected<State>>();
  readonly #now: () => number;

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Waits until a job has progressed, for at most a quarter of a second; resolves to what `find` says then. */
  async wait(key: string, limitMs: number, find: () => Promise<State>): Promise<State> {
    const expected = this.#expected.get(key) ?? this.#expect(key, find);
    const state = await waitAtMost(expected.state, Math.max(1, limitMs));
    return state === aborted ? find() : state;
  }

  /** Tells of a chunk that was written, or that no other one will be. */
  note(key: string, isLast: boolean): void {
    this.#expected.get(key)?.happen(isLast);
  }

  #expect(key: string, find: () => Promise<State>): Expected<State> {
    let happen: Expected<State>['happen'] = () => undefined;
    const state = new Promise<void>((resolve) => {
      const begunAt = this.#now();
      let timer = setTimeout(resolve, waitMs.most);
      happen = (isLast) => {
        clearTimeout(timer);
        const leftMs = isLast ? 0 : waitMs.least - (this.#now() - begunAt);
        if (leftMs <= 0) resolve();
        else timer = setTimeout(resolve, leftMs);
      };
    }).then(() => {
      // Whoever asks from now on waits for the next one: this state may be older.
      this.#expected.delete(key);
      return find();
    });
    const expected = { state, happen };
    this.#expected.set(key, expected);
    return expected;
  }
}
