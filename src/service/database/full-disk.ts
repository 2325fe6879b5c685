import { statfs } from 'node:fs/promises';
import { DatabaseError } from './engine.js';

/** Space below which a disk counts as full: SQLite would find out in the middle of its work, and may call it an I/O error. */
const leastBytes = 4 << 20;

/** The error of a database in a directory whose disk is full; null while that has room. */
export async function findFullDisk(directory: string): Promise<DatabaseError | null> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize < leastBytes ? new DatabaseError('the disk of the database is full') : null;
}
