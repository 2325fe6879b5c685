import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonValue } from '../model/json.js';
import { findOutermost } from '../registry/git/clone.js';
import { readGit, runGit } from '../registry/git/git.js';
import { isDirectory } from '../registry/layout.js';
import { readHead, readPullRequestBase, type WorkflowEvent } from './event.js';

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
  const isMerge = head !== null && (await isMergeCheckout(directory, head, readHead(payload)));
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
  const { branch, commit } = readPullRequestBase(payload);
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
