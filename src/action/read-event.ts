import { readFile } from 'node:fs/promises';
import type { JsonValue } from '../model/json.js';
import { isMergeCheckout } from './checkout.js';
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
