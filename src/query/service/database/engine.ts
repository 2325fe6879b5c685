export type SqlValue = string | number | null;

/** A row of an answer, by the names of its columns. */
export type Row = Readonly<Record<string, SqlValue>>;

/** A statement that changes rows; its values are `$1`, `$2`, … in every dialect. */
export interface Step {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** How many rows it has to change, or the whole transaction is rolled back. Any number by default. */
  readonly rows?: number;
  /** If it may take longer than a request waits. */
  readonly pace?: 'long';
}

export interface OwnedRows {
  readonly table: string;
  /** The columns that identify the owner of the rows; the first part of the primary key. */
  readonly owner: readonly string[];
  readonly values: readonly SqlValue[];
  /** The other columns of the primary key. */
  readonly key: readonly string[];
}

export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** For constant parts of a statement alone. Milliseconds since 1970 by the clock of the database, which all instances share; those of the transaction's start, or later ones. */
  readonly now: string;
  /** The elements of a JSON array in a value, as a table `r` with the column `value`. */
  readonly elements: (value: string) => string;
  readonly contains: (text: string, part: string) => string;
  /** The end of a table's definition that partitions it by network. */
  readonly partitioned: string;
  /** The end of a text column's type that makes its order that of the bytes. */
  readonly bytewise: string;
}

/** So far ahead of a transaction may the time be that a later one has written, in milliseconds. */
const aheadMs = 60_000;
/** Longer than any lease or pause lasts, whichever version gave it, in milliseconds. */
const tooLongMs = 600_000;

/** Whether the time in a column is one of the future, since the clock was set back. */
export function isFuture(column: string, { now }: Pick<Dialect, 'now'>): string {
  return `${column} > ${now} + ${aheadMs}`;
}

/** The time in a column; a time in the future comes before all others. */
export function pastTime(column: string, dialect: Pick<Dialect, 'now'>): string {
  return `(case when ${isFuture(column, dialect)} then 0 else ${column} end)`;
}

/** Whether the time until which something lasts is over, or so late that the clock was set back. */
export function isTimeOver(column: string, { now }: Pick<Dialect, 'now'>): string {
  return `(${column} < ${now} or ${column} > ${now} + ${tooLongMs})`;
}

/** A database with the tables of the service. All calls reject with a DatabaseError if it cannot be used. */
export interface Engine {
  readonly dialect: Dialect;
  /** Reads rows in a transaction that cannot write. In SQLite one without `long` holds up all requests: it has to find its rows by a key, in a millisecond. */
  readonly read: (sql: string, values: readonly SqlValue[], pace?: 'long') => Promise<readonly Row[]>;
  /** Runs all steps in one transaction; false, without any change, if one has not changed as many rows as it has to. */
  readonly write: (steps: readonly Step[]) => Promise<boolean>;
  /** Creates the partitions of a network, before its first write. */
  readonly prepareNetwork: (network: string) => Promise<void>;
  /** Its size on the disk, in bytes; null if only its server knows. */
  readonly measure: () => Promise<number | null>;
  /** Gives back the space of deleted rows. */
  readonly reclaim: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Thrown if the database cannot be used now. The message has no secret. */
export class DatabaseError extends Error {
  override readonly name: string = 'DatabaseError';
}

/** Thrown if its tables have gone, as when it was replaced by an empty one: they are made again before its next use. */
export class DatabaseEmptied extends DatabaseError {}

/** Thrown if the database can never be used: the configuration has to change. */
export class DatabaseRefusal extends DatabaseError {
  override readonly name = 'DatabaseRefusal';
}

/** Thrown if its data is damaged, permanently, though some statements work. */
export class DatabaseDamage extends DatabaseRefusal {}
