import { isJsonObject, type JsonValue } from '../model/json.js';

/** What to check: the entries that the event changed, all, or what fits the event. */
export const scopes = ['auto', 'changed', 'all'] as const;
export type Scope = (typeof scopes)[number];

/** The event that a workflow runs for, as the runner hands it over. */
export interface WorkflowEvent {
  /** `GITHUB_EVENT_NAME`. */
  readonly name: string;
  /** What `GITHUB_EVENT_PATH` holds. */
  readonly payload: JsonValue;
  /** True where what is checked out is the merge of a pull request into its base, as it is unless a workflow asks for another commit. */
  readonly isMerge: boolean;
}

/** The git ref to compare with; null to check everything. */
export interface Comparison {
  readonly since: string | null;
}

const noCommit = /^0+$/;

/**
 * Chooses what an event is compared with. Returns a sentence for the user where the scope asks for changes and the event has no base.
 * Source: GitHub Docs, "Webhook events and payloads".
 */
export function chooseComparison(scope: Scope, event: WorkflowEvent): Comparison | string {
  if (scope === 'all') return { since: null };
  switch (event.name) {
    case 'pull_request':
    case 'pull_request_target':
      // What the base branch got meanwhile is no change of this pull request.
      return event.isMerge ? { since: 'HEAD^1' } : require(event, ['pull_request', 'base', 'sha']);
    case 'merge_group':
      return require(event, ['merge_group', 'base_sha']);
    case 'push':
      return choosePushBase(event);
    default:
      return scope === 'auto'
        ? { since: null }
        : `scope: there is nothing to compare with on ${event.name || 'no event'}; changed is for pull_request, merge_group and push`;
  }
}

function choosePushBase(event: WorkflowEvent): Comparison | string {
  const before = readText(event.payload, ['before']);
  const branch = readText(event.payload, ['repository', 'default_branch']);
  const rewritten =
    before === null || noCommit.test(before) || readMember(event.payload, ['forced']) === true;
  if (!rewritten) return { since: before };
  // A new branch, or one whose history was replaced, is compared with the branch that it comes from.
  const isDefault = readText(event.payload, ['ref']) === `refs/heads/${branch ?? ''}`;
  if (branch !== null && !isDefault) return { since: `origin/${branch}` };
  return { since: before === null || noCommit.test(before) ? null : before };
}

function require({ name, payload }: WorkflowEvent, path: readonly string[]): Comparison | string {
  const since = readText(payload, path);
  return since === null ? `the event ${name} has no ${path.join('.')}` : { since };
}

/** The head of the pull request that an event is about; null where it is about none. */
export function readHead(payload: JsonValue): string | null {
  return readText(payload, ['pull_request', 'head', 'sha']);
}

function readText(payload: JsonValue, path: readonly string[]): string | null {
  const value = readMember(payload, path);
  return typeof value === 'string' && value !== '' ? value : null;
}

function readMember(payload: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, field) => (value !== undefined && isJsonObject(value) ? value[field] : undefined),
    payload,
  );
}
