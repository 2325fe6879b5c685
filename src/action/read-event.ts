import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JsonValue } from '../model/json.js';
import { readGit } from '../registry/git/git.js';
import { isDirectory } from '../registry/layout.js';
import { readHead, type WorkflowEvent } from './event.js';

/** Reads the event of the workflow from the environment and from the checkout at a path. Errors are added to `errors`. */
export async function readEvent(
  checkout: string,
  env: NodeJS.ProcessEnv,
  errors: string[],
): Promise<WorkflowEvent> {
  const path = env['GITHUB_EVENT_PATH'] ?? '';
  const payload = path === '' ? null : await readPayload(path, errors);
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  // On pull_request_target, GITHUB_SHA is the base branch's own commit.
  const sha = name === 'pull_request' ? (env['GITHUB_SHA'] ?? null) : null;
  const isMerge = await isMergeCheckout(checkout, { sha, head: readHead(payload) });
  return { name, payload, isMerge };
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
 * Whether the repository around a path has checked out a merge of a pull request's head into its base: a commit whose second parent is
 * the head, or the commit of the event itself, whose second parent may be an older head.
 */
async function isMergeCheckout(
  path: string,
  { sha, head }: { readonly sha: string | null; readonly head: string | null },
): Promise<boolean> {
  const directory = isDirectory(path) ? path : dirname(path);
  const [header = ''] = ((await readGit(directory, ['cat-file', '-p', 'HEAD'])) ?? '').split('\n\n');
  const parents = [...header.matchAll(/^parent (.+)$/gm)].map(([, parent]) => parent);
  if (parents.length < 2) return false;
  if (parents[1] === head) return true;
  return sha !== null && (await readGit(directory, ['rev-parse', '--verify', '--quiet', 'HEAD'])) === sha;
}
