import { getValue, type JsonValue } from '../model/json.js';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findOutermost } from '../registry/git/clone.js';
import { readGit, runGit } from '../registry/git/git.js';
import { isDirectory } from '../registry/layout.js';

/** What to check: the entries that the event changed, everything, or whichever fits the event. */
export const scopes = ['auto', 'changed', 'all'] as const;
export type Scope = (typeof scopes)[number];

export interface WorkflowEvent {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** The JSON of `GITHUB_EVENT_PATH`; null without one. */
  readonly payload: JsonValue;
  /** Whether the checkout is the merge of a pull request into its base, which is the default of GitHub. */
  readonly isMerge: boolean;
  /** A newer name of the base of a pull request than the commit that the event has; null if that commit counts. */
  readonly newerBase: string | null;
}

/** The git ref to compare with; null to check everything. */
export interface Comparison {
  readonly since: string | null;
}

const zeroCommit = /^0+$/;

/**
 * Chooses what an event is compared with. Returns an error message if the scope requires changes and the event has no base to compare with. Source:
 * GitHub Docs, "Webhook events and payloads".
 */
export function chooseComparison(scope: Scope, event: WorkflowEvent): Comparison | string {
  if (scope === 'all') return { since: null };
  switch (event.name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'merge_group':
      return findProposalBase(event);
    case 'push':
      return choosePushBase(event);
    default:
      return scope === 'auto'
        ? { since: null }
        : `scope: "changed" needs pull_request, merge_group or push, got ${event.name || 'no event'}`;
  }
}

/** Whether the event is about a pull request, where other people's findings are hidden by default. */
export function isPullRequest({ name }: WorkflowEvent): boolean {
  return name === 'pull_request' || name === 'pull_request_target';
}

const proposals = /^pull_request|^merge_group$/;

/**
 * Whether an event is about a proposal of contributors, which may be what is checked out. Then no file of the checkout decides what is excluded,
 * recorded or removed. Not only events of pull requests are such: so are `pull_request_review`, a comment, and `workflow_run` after one of them.
 */
export function isProposal({ name, payload }: Pick<WorkflowEvent, 'name' | 'payload'>): boolean {
  if (name === 'issue_comment') return getValue(payload, '/issue/pull_request') !== null;
  return proposals.test(name === 'workflow_run' ? (readString(payload, '/workflow_run/event') ?? '') : name);
}

/** The base of a proposal. Returns an error message if the event has no base. */
export function findProposalBase(event: WorkflowEvent): Comparison | string {
  if (event.name === 'merge_group') return readBase(event, '/merge_group/base_sha');
  // Commits that the base branch got meanwhile are not changes of the pull request, so it is compared with the merge's first parent.
  if (event.isMerge) return { since: 'HEAD^1' };
  return event.newerBase === null ? readBase(event, '/pull_request/base/sha') : { since: event.newerBase };
}

function choosePushBase({ payload }: WorkflowEvent): Comparison {
  const commit = readString(payload, '/before');
  const before = commit === null || zeroCommit.test(commit) ? null : commit;
  if (before !== null && getValue(payload, '/forced') !== true) return { since: before };
  // A new branch and a force-pushed one are compared with the default branch.
  const branch = readDefaultBranch(payload);
  const isDefault = branch === null || readString(payload, '/ref') === `refs/heads/${branch}`;
  return { since: isDefault ? before : `origin/${branch}` };
}

function readBase({ name, payload }: WorkflowEvent, pointer: string): Comparison | string {
  const since = readString(payload, pointer);
  return since === null ? `the ${name} event has no ${pointer.slice(1).replaceAll('/', '.')}` : { since };
}

/** The name of the branch that a pull request or a merge queue goes to; null for other events. */
export function readBaseBranch({ payload }: WorkflowEvent): string | null {
  const ref = readString(payload, '/pull_request/base/ref') ?? readString(payload, '/merge_group/base_ref');
  return ref?.replace(/^refs\/heads\//, '') ?? null;
}

/** The default branch of the repository; null if the event does not name it. */
export function readDefaultBranch(payload: JsonValue): string | null {
  return readString(payload, '/repository/default_branch');
}

function readString(payload: JsonValue, pointer: string): string | null {
  const value = getValue(payload, pointer);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads the event of the workflow from the environment and from the checkout at a path. Errors are added to `errors`. */
export async function readEvent(
  checkout: string,
  env: NodeJS.ProcessEnv,
  errors: string[],
): Promise<WorkflowEvent> {
  const path = env['GITHUB_EVENT_PATH'] ?? '';
  const payload = path === '' ? null : await readPayload(path, errors);
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const directory = await findOutermost(isDirectory(checkout) ? checkout : dirname(checkout));
  const head = await readGit(directory, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  // On `pull_request_target`, GITHUB_SHA is the base's own commit, which may be any merge.
  if (name === 'pull_request_target' && head !== null && head === env['GITHUB_SHA'])
    return { name, payload, isMerge: false, newerBase: head };
  const isMerge =
    head !== null && (await isMergeCheckout(directory, head, readString(payload, '/pull_request/head/sha')));
  return { name, payload, isMerge, newerBase: await findNewerBase(directory, payload) };
}

async function readPayload(path: string, errors: string[]): Promise<JsonValue> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as JsonValue;
  } catch (error) {
    errors.push(`cannot read the event at GITHUB_EVENT_PATH: ${error instanceof Error ? error.message : ''}`);
    return null;
  }
}

/**
 * Whether HEAD is the merge of a pull request into its base, as GitHub makes it. It is not if it is the head of the pull request itself, as Gitea, Forgejo
 * and act check out, or a later one: that may be the author's merge of the base.
 */
async function isMergeCheckout(directory: string, head: string, pullHead: string | null): Promise<boolean> {
  const [header = ''] = ((await readGit(directory, ['cat-file', '-p', head])) ?? '').split('\n\n');
  const [first, second] = [...header.matchAll(/^parent (.+)$/gm)].map(([, parent = '']) => parent);
  if (first === undefined || second === undefined || pullHead === null || head === pullHead) return false;
  return second === pullHead || !(await isAncestor(directory, pullHead, first));
}

/**
 * The base branch as it was fetched, if it has commits that the event's commit of the base lacks, and not all of HEAD: a pull request that has been merged
 * since is still compared with what it was based on.
 */
async function findNewerBase(directory: string, payload: JsonValue): Promise<string | null> {
  const branch = readString(payload, '/pull_request/base/ref');
  const commit = readString(payload, '/pull_request/base/sha');
  if (branch === null) return null;
  const name = `origin/${branch}`;
  if (commit === null) return name;
  const isNewer = await isAncestor(directory, commit, `refs/remotes/${name}`);
  return isNewer && !(await isAncestor(directory, 'HEAD', `refs/remotes/${name}`)) ? name : null;
}

/** Whether a commit is an ancestor of another one, as far as the clone has their history. */
async function isAncestor(directory: string, ancestor: string, commit: string): Promise<boolean> {
  const { status } = await runGit(directory, ['merge-base', '--is-ancestor', ancestor, commit], {
    offline: true,
  });
  return status === 0;
}
