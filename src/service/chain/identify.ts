import { createHash } from 'node:crypto';

/** What rows of the database belong to. */
export interface Identity {
  readonly network: string;
  /** The same for the same key on any instance. */
  readonly id: number;
  /** All of it as text; the keys of two identities with one number tell them apart. */
  readonly key: string;
}

/** Names what rows belong to, by as many bits of a hash as a number holds exactly. Keys may have any characters and any length; columns may not. */
export function identify(network: string, parts: readonly unknown[]): Identity {
  const key = JSON.stringify(parts);
  const id = Number(createHash('sha256').update(key).digest().readBigUInt64BE() >> 11n);
  return { network, id, key };
}
