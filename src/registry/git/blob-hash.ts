import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { encodePath } from '../file-name.js';

/**
 * Whether a text is the content of a git object, or only differs by the line ends that a checkout on Windows writes. Sources:
 * git-hash-object(1), core.autocrlf in git-config(1).
 */
export function isTextOf(text: string, hash: string): boolean {
  if (hashContent(Buffer.from(text), hash) === hash) return true;
  return text.includes('\r\n') && hashContent(Buffer.from(text.replaceAll('\r\n', '\n')), hash) === hash;
}

function hashContent(content: Buffer, like: string): string {
  return startHash(like).update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** SHA-1 or SHA-256, depending on the length of another object id. */
function startHash(like: string): Hash {
  return createHash(like.length === 40 ? 'sha1' : 'sha256');
}

/**
 * The git object id of a file or a link in the working tree; null if there is neither. `like`, another object id of the repository, tells SHA-1
 * from SHA-256. Source: git-hash-object(1).
 */
export async function hashBlob(path: string, like: string): Promise<string | null> {
  const hash = startHash(like);
  const file = encodePath(path);
  try {
    const stats = await lstat(file);
    if (stats.isSymbolicLink()) {
      const target = await readlink(file, 'buffer');
      return hash.update(`blob ${target.length}\0`).update(target).digest('hex');
    }
    if (!stats.isFile()) return null;
    hash.update(`blob ${stats.size}\0`);
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
