import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** What git said; the status is null where it could not be run or was ended. */
export interface GitAnswer {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Fetching may take that long, in milliseconds. */
const limitMs = 120_000;

/** Runs git in a folder. Never asks for a password, never rejects. */
export async function runGit(
  folder: string,
  args: readonly string[],
  stdin: string | Buffer = '',
): Promise<GitAnswer> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
  const child = spawn('git', ['-C', folder, ...args], {
    env,
    timeout: limitMs,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, status] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  return { status, stdout, stderr: stderr.toString().trim() };
}

/** What git printed, without the line's end; null where it failed. */
export async function askGit(folder: string, args: readonly string[]): Promise<string | null> {
  const { status, stdout } = await runGit(folder, args);
  return status === 0 ? stdout.toString().replace(/\n$/, '') : null;
}
