import { truncate } from '../../model/truncate.js';
import { StoreError } from '../chain/holders/snapshot-store.js';

/** A database that will not do, whoever asks again: the configuration has to change. The message has no secret. */
export class DatabaseRefusal extends StoreError {}

/** Codes of a refusal, https://www.postgresql.org/docs/current/errcodes-appendix.html */
const refusals: Readonly<Record<string, string>> = {
  '28000': 'the database refuses the user, or connections from this host',
  '28P01': 'the database refuses the user or the password',
  '3D000': 'the database does not exist: create it, or correct the name at the end of the url',
  '3F000': 'the database has no schema to create tables in',
  '42501': 'the database user lacks privileges: let it create tables, or create them as another user',
};

/** The refusal that an error of pg stands for; null for an error that may pass. */
function findRefusal(error: unknown): DatabaseRefusal | null {
  if (error instanceof DatabaseRefusal) return error;
  if (!(error instanceof Error)) return null;
  const refusal = refusals[getCode(error) ?? ''];
  if (refusal !== undefined) return new DatabaseRefusal(refusal);
  // pg has no code for it: https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg/lib/crypto/sasl.js
  return error.message.includes('client password must be a')
    ? new DatabaseRefusal(
        'the database requires a password: add it to the url, or name a file in ENDPOINT_CHECK_STORE_PASSWORD_FILE',
      )
    : null;
}

/** The error that callers of the store get for one of pg. */
export function toStoreError(error: unknown): StoreError {
  return findRefusal(error) ?? new StoreError(describeError(error));
}

/** What an error of pg says, in a few words, without the names and values that a message of the server may repeat. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return `the database cannot be used (${getCode(error) ?? truncate(error.message)})`;
}

function getCode(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? truncate(code) : undefined;
}
