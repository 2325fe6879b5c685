/** The fuzzed code, and the promises that it has to keep. */
export interface Target {
  readonly name: string;
  /** Inputs to begin with. */
  readonly seeds: readonly string[];
  /** Throws if a promise is broken. */
  readonly check: (input: string) => void | Promise<void>;
  /** Whether each character of an input is a byte. */
  readonly bytes?: boolean;
  /** Maximum length of an input, in UTF-16 code units. */
  readonly longest?: number;
}

/** Reads JSON; undefined for anything else. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
