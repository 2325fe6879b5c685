import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** What git said; the status is null where it could not be run or was ended. */
export interface GitAnswer {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Fetching may take that long, in milliseconds. */
const usualLimitMs = 120_000;

/**
 * What a directory holds may be a stranger's, and look like a bare repository with a configuration of its own, which names commands to run:
 * git takes it for one unless it is told not to (git-config, safe.bareRepository).
 */
const ownRepositoryOnly = ['-c', 'safe.bareRepository=explicit'];

/** Runs git in a directory. Never asks for a password, never rejects. */
export async function runGit(
  directory: string,
  args: readonly string[],
  stdin: string | Buffer = '',
  limitMs = usualLimitMs,
): Promise<GitAnswer> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
  const child = spawn('git', [...ownRepositoryOnly, '-C', directory, ...args], {
    env,
    // A group of its own, without a terminal to ask at: what git has started holds its pipes, and has to end with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => endGroup(child.pid), limitMs);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, status] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  clearTimeout(timer);
  return { status, stdout, stderr: stderr.toString().trim() };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** What git printed, without the line's end; null where it failed. */
export async function askGit(directory: string, args: readonly string[]): Promise<string | null> {
  const { status, stdout } = await runGit(directory, args);
  return status === 0 ? stdout.toString().replace(/\n$/, '') : null;
}
