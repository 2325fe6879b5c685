/** Thrown for invalid options, arguments and paths, before anything is probed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Every error, a sentence each. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join('; '));
    this.errors = errors;
  }
}
