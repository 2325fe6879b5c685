import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseError } from './engine.js';

/** Space below which a disk counts as full: SQLite would find out in the middle of its work, and may call it an I/O error. */
const leastBytes = 4 << 20;

/** The error of a file on a disk that is full; null while that has room. */
export async function findFullDisk(file: string): Promise<DatabaseError | null> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize < leastBytes ? new DatabaseError('the disk of the database is full') : null;
}

/** A test of a file that is open: SQLite itself goes on in one that was removed, which nobody finds after a restart. */
export async function watchFile(file: string): Promise<() => Promise<DatabaseError | null>> {
  const opened = await stat(file);
  return async () => {
    const { ino, dev } = await stat(file).catch(() => ({ ino: null, dev: null }));
    return ino === opened.ino && dev === opened.dev
      ? findFullDisk(file)
      : new DatabaseError('the file of the database was removed or replaced: restart the service');
  };
}
