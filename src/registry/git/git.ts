import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { isCheckedOut } from '../layout.js';
import { findGit } from './find-git.js';

/** Output of git. The status is null if git could not be run or was killed. */
export interface GitAnswer {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Long enough for a fetch. */
const defaultLimitMs = 120_000;

/** Git for Windows recognises this name, but takes `NUL` for a file (https://github.com/git-for-windows/git/blob/main/compat/mingw.c). */
const noFile = '/dev/null';

/**
 * A repository may come from anywhere, and its configuration names programs: hooks and the file system monitor are disabled. A directory in it
 * may look like a bare repository with its own configuration, which git reads unless `safe.bareRepository` is set. Source: git-config(1).
 */
const harmless = [
  ...['-c', `core.hooksPath=${noFile}`],
  ...['-c', 'core.fsmonitor='],
  ...['-c', 'safe.bareRepository=explicit'],
  ...['-c', 'advice.graftFileDeprecated=false'],
];

const environment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // Replace refs (git-replace(1)) and grafts show other contents and parents than the commits have.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: noFile,
  LC_ALL: 'C',
};

/** How git is run. */
export interface GitOptions {
  readonly stdin?: string | Buffer;
  readonly limitMs?: number;
  /** Never fetches, not even the missing objects of a partial clone. */
  readonly offline?: boolean;
  /** A separate index file, so that the one of the working tree does not change (git(1), GIT_INDEX_FILE). */
  readonly indexFile?: string;
}

/** GIT_NO_LAZY_FETCH is more precise, but needs git 2.45. Source: git(1), GIT_ALLOW_PROTOCOL. */
const noTransport = { GIT_ALLOW_PROTOCOL: 'none' };

/** Windows has no process groups, and would open a window for each detached process. */
const hasGroups = process.platform !== 'win32';

/** Runs git in a directory. Never prompts for a password, never rejects. */
export async function runGit(
  directory: string,
  args: readonly string[],
  { stdin = '', limitMs = defaultLimitMs, offline = false, indexFile }: GitOptions = {},
): Promise<GitAnswer> {
  const program = findGit(process.platform, process.env);
  if (program === null) return { status: null, stdout: Buffer.alloc(0), stderr: '' };
  const child = spawn(program, [...harmless, '-C', directory, ...args], {
    env: {
      ...process.env,
      ...environment,
      ...ignoreHookRepository(directory),
      ...(offline ? noTransport : {}),
      ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
    },
    // A process group without a terminal for prompts: git's children hold its pipes, and must end with it.
    detached: hasGroups,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const timer = setTimeout(() => (hasGroups ? endGroup(child.pid) : child.kill()), limitMs);
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
    // It has exited already.
  }
}

/** The output of git without its final newline; null if it failed. */
export async function readGit(
  directory: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string | null> {
  const { status, stdout } = await runGit(directory, args, options);
  return status === 0 ? stdout.toString().replace(/\n$/, '') : null;
}

/**
 * Hooks of a linked worktree get GIT_DIR, with which git takes any directory for the top of its work tree (git(1), GIT_WORK_TREE). Without it,
 * git finds both.
 */
function ignoreHookRepository(directory: string): Readonly<Record<string, undefined>> {
  return process.env['GIT_WORK_TREE'] === undefined && isCheckedOut(directory) ? { GIT_DIR: undefined } : {};
}
