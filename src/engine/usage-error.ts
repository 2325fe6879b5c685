/** Thrown where what was asked for is wrong, before anything is dialled. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** All that is wrong, a sentence each. */
  readonly complaints: readonly string[];

  constructor(complaints: readonly string[]) {
    super(complaints.join('; '));
    this.complaints = complaints;
  }
}
