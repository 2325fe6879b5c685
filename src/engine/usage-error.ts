/** Thrown where what was asked for is wrong, before anything is dialled. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** All that is wrong, a sentence each. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join('; '));
    this.errors = errors;
  }
}
