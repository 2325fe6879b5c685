import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { isCheckedOut } from '../layout.js';
import { judgeConfig, parseConfig, type RemoteAccess, findGit } from './programs.js';

/** Output of git. The status is null if git could not be run or was killed. */
export interface GitAnswer {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Long enough for a fetch. */
const defaultLimitMs = 120_000;

/** Git for Windows recognises this name, but takes `NUL` for a file (https://github.com/git-for-windows/git/blob/main/compat/mingw.c). */
export const noFile = '/dev/null';

/**
 * A repository may come from anywhere, and its configuration names programs: hooks and the file system monitor are disabled. A directory in it
 * may look like a bare repository with its own configuration, which git reads unless `safe.bareRepository` is set. Source: git-config(1).
 */
const harmless = [
  `core.hooksPath=${noFile}`,
  'core.fsmonitor=',
  'safe.bareRepository=explicit',
  'advice.graftFileDeprecated=false',
  // A fetch may tidy up, which runs gc.recentObjectsHook; a push may sign, which runs gpg.program.
  'gc.auto=0',
  'maintenance.auto=false',
  'push.gpgSign=false',
].flatMap((setting) => ['-c', setting]);

const localCommands: readonly (string | undefined)[] = [
  'config',
  'for-each-ref',
  'ls-files',
  'remote',
  'symbolic-ref',
];

const environment = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  // Replace refs (git-replace(1)) and grafts show other contents and parents than the commits have.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: noFile,
  LC_ALL: 'C',
};

/** Variables with secrets of this program and of the runner, which git has no use for. */
const ownVariables = /^(?:ENDPOINT_CHECK_|INPUT_|ACTIONS_)/i;
/** The credential helper of a user may need these for a remote. */
const tokenVariables = /^(?:GITHUB|GH)_TOKEN$/i;

export interface GitOptions {
  readonly stdin?: string | Buffer;
  readonly limitMs?: number | undefined;
  /** Never fetches, not even the missing objects of a partial clone. */
  readonly offline?: boolean;
  /** How the remotes may be reached; read from the configuration by default. */
  readonly access?: RemoteAccess;
  /** A separate index file, so that the one of the working tree does not change (git(1), GIT_INDEX_FILE). */
  readonly indexFile?: string;
}

/** The beginning of a command that fetches nothing but what it names. */
export const fetchQuietly = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules'];

/** For what the user did not ask for: a run does not wait longer for git. */
export const inPassing = { offline: true, limitMs: 10_000 } satisfies GitOptions;

/** GIT_NO_LAZY_FETCH is more precise, but needs git 2.45. Source: git(1), GIT_ALLOW_PROTOCOL. */
const noTransport = { GIT_ALLOW_PROTOCOL: 'none' };

/**
 * Overrides what a configuration may set: `protocol.*.allow`, so that no url and no `insteadOf` runs a helper such as `ext::`, `core.gitProxy` and
 * `core.askPass`.
 */
function allowTransport({ sshCommand }: RemoteAccess): Readonly<Record<string, string>> {
  const env = process.env;
  return {
    GIT_ALLOW_PROTOCOL: env['GIT_ALLOW_PROTOCOL'] ?? 'file:git:http:https:ssh',
    GIT_PROXY_COMMAND: env['GIT_PROXY_COMMAND'] ?? '',
    GIT_ASKPASS: env['GIT_ASKPASS'] ?? '',
    ...(sshCommand === null ? {} : { GIT_SSH_COMMAND: sshCommand }),
  };
}

/** Windows has no process groups, and would open a window for each detached process. */
const hasGroups = process.platform !== 'win32';

/**
 * Runs git in a directory. Never prompts for a password, runs no program that the configuration of the repository names, never rejects. Where such a
 * program would be needed, no remote is reached, and the message of a failure says so.
 */
export async function runGit(
  directory: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitAnswer> {
  const offline = options.offline === true || localCommands.includes(args[0]);
  if (offline) return startGit(directory, args, options, noTransport);
  const access = options.access ?? (await readAccess(directory, options.limitMs));
  const { obstacle } = access;
  const transport = obstacle === null ? allowTransport(access) : noTransport;
  const answer = await startGit(directory, args, options, transport);
  return obstacle === null || answer.status === 0
    ? answer
    : { ...answer, stderr: `${answer.stderr}; ${obstacle}` };
}

export async function readAccess(directory: string, limitMs?: number): Promise<RemoteAccess> {
  const list = (...args: readonly string[]) =>
    startGit(directory, ['config', '--list', '-z', ...args], { limitMs }, noTransport);
  const hasSsh = process.env['GIT_SSH_COMMAND'] !== undefined;
  const { status, stdout } = await list('--show-scope');
  if (status === 0) return judgeConfig(parseConfig(stdout.toString()), hasSsh);
  // Git before 2.26.
  const local = await list('--local', '--includes');
  const listing = local.stdout.toString().replaceAll(/[^\0]+\0/g, 'local\0$&');
  return judgeConfig(parseConfig(listing), hasSsh);
}

async function startGit(
  directory: string,
  args: readonly string[],
  { stdin = '', limitMs = defaultLimitMs, indexFile }: GitOptions,
  transport: Readonly<Record<string, string>>,
): Promise<GitAnswer> {
  const program = findGit(process.platform, process.env);
  if (program === null) return { status: null, stdout: Buffer.alloc(0), stderr: '' };
  const child = spawn(program, [...harmless, '-C', directory, ...args], {
    env: {
      ...withoutSecrets(process.env, transport === noTransport),
      ...environment,
      ...ignoreHookRepository(directory),
      ...transport,
      ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
    },
    // A process group without a terminal for prompts: git's children hold its pipes, and must end with it.
    detached: hasGroups,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const end = () => (hasGroups ? endGroup(child.pid) : child.kill());
  const timer = setTimeout(end, limitMs);
  const release = transport === noTransport ? () => undefined : endWithProcess(end);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, status] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended]);
  clearTimeout(timer);
  release();
  return { status, stdout, stderr: stderr.toString().trim() };
}

/** Ends each git that may wait for a remote. Their process groups would outlive this process. */
const waiting = new Set<() => void>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has a git ended when this process ends; returns a function that lets it be. */
function endWithProcess(end: () => void): () => void {
  if (waiting.size === 0) {
    process.on('exit', endWaiting);
    // First, since a listener for one signal only is not counted once it was called.
    for (const signal of signals) process.prependListener(signal, endAtSignal);
  }
  waiting.add(end);
  return () => {
    waiting.delete(end);
    if (waiting.size > 0) return;
    process.off('exit', endWaiting);
    for (const signal of signals) process.off(signal, endAtSignal);
  };
}

function endWaiting(): void {
  for (const end of waiting) end();
}

function endAtSignal(signal: NodeJS.Signals): void {
  endWaiting();
  // A signal that nobody else listens to ends the process, as without this listener.
  if (process.listenerCount(signal) > 1) return;
  process.off(signal, endAtSignal);
  process.kill(process.pid, signal);
}

function withoutSecrets(env: NodeJS.ProcessEnv, isLocal: boolean): NodeJS.ProcessEnv {
  const isKept = ([name]: readonly [string, unknown]) =>
    !ownVariables.test(name) && !(isLocal && tokenVariables.test(name));
  return Object.fromEntries(Object.entries(env).filter(isKept));
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

/**
 * The files in a directory with unmerged changes, as relative paths with forward slashes. Empty if there is no repository, or no git. Source:
 * git-ls-files(1), unmerged entries.
 */
export async function listConflicts(directory: string): Promise<ReadonlySet<string>> {
  const { status, stdout } = await runGit(directory, ['ls-files', '--unmerged', '-z']);
  if (status !== 0) return new Set();
  // Each side of a conflict has an entry: mode, object, stage, a tab and the path.
  const entries = stdout.toString().split('\0').slice(0, -1);
  return new Set(entries.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
}
