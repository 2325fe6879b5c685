import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { isCheckedOut } from '../layout.js';
import { findGit } from './find-git.js';

/** What git printed; the status is null where it could not be run or was ended. */
export interface GitAnswer {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Long enough for a fetch. */
const defaultLimitMs = 120_000;

/** Git for Windows knows this name too, and takes that of Windows for a file (https://github.com/git-for-windows/git/blob/main/compat/mingw.c). */
const noFile = '/dev/null';

/**
 * A repository may come from anywhere, and its configuration names programs: no hook runs, and no file system monitor, which git asks whenever
 * it reads the index. A directory of it may look like a bare repository with a configuration of its own, which git reads unless
 * `safe.bareRepository` is set. Source: git-config(1).
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
  /** Nothing is fetched, not even by itself: in a partial clone git fetches each object that it lacks. */
  readonly offline?: boolean;
  /** An index of its own, so that the one of the working tree stays as it is (git(1), GIT_INDEX_FILE). */
  readonly indexFile?: string;
}

/** Of no transport (git(1), GIT_ALLOW_PROTOCOL): GIT_NO_LAZY_FETCH says it better, but only git 2.45 and later know that. */
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
      ...findOwnRepository(directory),
      ...(offline ? noTransport : {}),
      ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
    },
    // Its own process group, without a terminal for prompts: git's children hold its pipes, and have to end with it.
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
    // It has already exited.
  }
}

/** The output of git without its final newline; null where it failed. */
export async function readGit(
  directory: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string | null> {
  const { status, stdout } = await runGit(directory, args, options);
  return status === 0 ? stdout.toString().replace(/\n$/, '') : null;
}

/**
 * The hooks of a linked worktree get GIT_DIR, with which git takes any directory for the top of its work tree (git(1), GIT_WORK_TREE): without
 * it, git finds both by itself.
 */
function findOwnRepository(directory: string): Readonly<Record<string, undefined>> {
  return process.env['GIT_WORK_TREE'] === undefined && isCheckedOut(directory) ? { GIT_DIR: undefined } : {};
}
