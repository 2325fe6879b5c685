import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** The git object id of a file with a text, which is as long as `like`, another id of the repository. Source: git-hash-object. */
export function hashText(text: string, like: string): string {
  const content = Buffer.from(text);
  return startHash(like).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** SHA-1 or SHA-256, by the length of an object id. */
function startHash(like: string): Hash {
  return createHash(like.length === 40 ? 'sha1' : 'sha256');
}

/**
 * The git object id of a file or a link in the working tree; null where there is neither. The length of `like`, another object id of the
 * repository, tells SHA-1 from SHA-256. Source: git-hash-object.
 */
export async function hashBlob(path: string, like: string): Promise<string | null> {
  const hash = startHash(like);
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) {
      const target = await readlink(path, 'buffer');
      return hash.update(`blob ${target.length}\0`).update(target).digest('hex');
    }
    if (!stats.isFile()) return null;
    hash.update(`blob ${stats.size}\0`);
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
