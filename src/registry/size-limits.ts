/** Maximum size of a file, in bytes: some 100,000 plain entries. */
export const sizeLimitBytes = 16 * 1024 * 1024;

/** Maximum number of values and keys in a file. Each takes 100 bytes, and a plain entry has at most 17. */
export const valueLimit = 2_000_000;

/** Maximum number of entries and mistakes of a file. Each takes a kilobyte until the run ends. */
export const resultLimit = 500_000;

const limits = { bytes: sizeLimitBytes, values: valueLimit, results: resultLimit } as const;

export type ExceededLimit = { readonly limit: number; readonly unit: keyof typeof limits };

export function describeTooLarge(
  unit: ExceededLimit['unit'],
  limit: number = limits[unit],
): { readonly code: 'file/too-large'; readonly data: ExceededLimit } {
  return { code: 'file/too-large', data: { limit, unit } };
}

/** Thrown in the middle of a file, which is then left unread as a whole. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly problem: ReturnType<typeof describeTooLarge>;

  constructor(...limit: Parameters<typeof describeTooLarge>) {
    super('too large');
    this.problem = describeTooLarge(...limit);
  }
}
