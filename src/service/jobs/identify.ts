import { createHash } from 'node:crypto';

/** The key of rows of the database. */
export interface Identity {
  readonly network: string;
  /** The same for the same key on any instance. */
  readonly id: number;
  /** The whole key as text, which distinguishes two keys with the same number. */
  readonly key: string;
}

/**
 * Makes the identity of a key, with as many bits of a hash as a number holds exactly. Keys may have any characters and any length; columns may not.
 */
export function identify(network: string, parts: readonly unknown[]): Identity {
  const key = JSON.stringify(parts);
  const id = Number(createHash('sha256').update(key).digest().readBigUInt64BE() >> 11n);
  return { network, id, key };
}
