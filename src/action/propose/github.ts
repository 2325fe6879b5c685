import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/truncate.js';

/** Where GitHub's API is, and for which repository. */
export interface GitHubOptions {
  /** `GITHUB_API_URL`, without a slash at its end. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

/** A pull request of a branch of the repository. */
export interface Pull {
  readonly number: number;
  readonly url: string;
  readonly isOpen: boolean;
  /** ISO 8601; null while it is open. */
  readonly closedAt: string | null;
}

/** What a new pull request says. */
export interface NewPull {
  readonly title: string;
  readonly body: string;
  /** The branch with the commit. */
  readonly head: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
}

/** GitHub refused, or could not be reached; the message is a sentence for the user. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  /** True if every other request of the kind would be refused too. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** The part of GitHub's REST API by which pull requests are opened. Source: GitHub Docs, "REST API endpoints for pull requests". */
export class GitHub {
  readonly #options: GitHubOptions;

  constructor(options: GitHubOptions) {
    this.#options = options;
  }

  /** The pull requests of a branch of this repository, open and closed. Rejects with a GitHubError. */
  async listPulls(branch: string): Promise<readonly Pull[]> {
    const [owner = ''] = this.#options.repository.split('/');
    const query = new URLSearchParams({ state: 'all', head: `${owner}:${branch}`, per_page: '100' });
    const pulls: Pull[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const { value, link } = await this.#send('GET', `/pulls?${query.toString()}&page=${page}`, null);
      for (const item of listItems(value)) {
        // If the filter is not understood, GitHub lists all.
        if (readField(item, ['head', 'ref']) === branch) pulls.push(readPull(item));
      }
      if (!/\brel="next"/.test(link)) break;
    }
    return pulls;
  }

  /** Opens a pull request; null if there is one for the branch already. Rejects with a GitHubError. */
  async createPull(pull: NewPull): Promise<Pull | null> {
    const { status, value } = await this.#send('POST', '/pulls', { ...pull, maintainer_can_modify: true });
    if (status !== 422) return readPull(value);
    const detail = describeErrors(value);
    if (/already exists/i.test(detail)) return null;
    throw new GitHubError(`GitHub refused the pull request: ${detail}`, false);
  }

  /** Adds labels to a pull request; those that the repository does not have are made. Rejects with a GitHubError. */
  async addLabels(number: number, labels: readonly string[]): Promise<void> {
    const { status, value } = await this.#send('POST', `/issues/${number}/labels`, { labels: [...labels] });
    if (status === 422) throw new GitHubError(`GitHub refused the labels: ${describeErrors(value)}`, false);
  }

  /** Sends a request. Resolves to a response that succeeded, or that refuses the content of the request (422); rejects with a GitHubError for others. */
  async #send(method: 'GET' | 'POST', path: string, body: JsonObject | null): Promise<Answer> {
    const { apiUrl, repository, token } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#fetch(`${apiUrl}/repos/${repository}${path}`, {
        method,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': 'endpoint-check',
          'x-github-api-version': '2022-11-28',
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
      });
      const { status, value, waitMs } = answer;
      if ((status >= 200 && status < 300) || status === 422) return answer;
      // The request may have been carried out although the answer is an error.
      const canRetry = waitMs !== null || (method === 'GET' && status >= 500);
      if (!canRetry || attempt === maxAttempts || (waitMs ?? 0) > maxWaitMs)
        throw describeRefusal(status, value);
      await wait(waitMs ?? 0);
    }
  }

  async #fetch(url: string, request: RequestInit): Promise<Answer> {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      const { status, headers } = response;
      const waitMs = findWait(status, headers);
      return { status, value: parse(text), link: headers.get('link') ?? '', waitMs };
    } catch (error) {
      const { cause } = error as { readonly cause?: unknown };
      const reason = cause instanceof Error && cause.message !== '' ? cause.message : String(error);
      throw new GitHubError(`GitHub's API could not be reached: ${truncate(reason)}`, true);
    }
  }
}

interface Answer {
  readonly status: number;
  readonly value: JsonValue;
  readonly link: string;
  /** How long a rate limit asks to wait, in milliseconds; null if the answer is no rate limit. */
  readonly waitMs: number | null;
}

const timeoutMs = 30_000;
const maxPages = 10;
const maxAttempts = 3;
const maxWaitMs = 120_000;
/** If a limit does not report how long. Source: GitHub Docs, "Best practices for using the REST API". */
const defaultWaitMs = 60_000;

function findWait(status: number, headers: Headers): number | null {
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const after = headers.get('retry-after');
  if (status !== 429 && !(status === 403 && (isUsedUp || after !== null))) return null;
  if (after !== null && /^\d{1,6}$/.test(after)) return Number(after) * 1_000;
  const reset = Number(headers.get('x-ratelimit-reset'));
  return isUsedUp && reset > 0 ? Math.max(0, reset * 1_000 - Date.now()) : defaultWaitMs;
}

/** How to fix the refusal, if that is known. */
function describeRefusal(status: number, value: JsonValue): GitHubError {
  const message = readField(value, ['message']);
  const detail = typeof message === 'string' ? truncate(message) : '';
  if (status === 403 && /not permitted to create or approve pull requests/i.test(detail))
    return new GitHubError(
      'this repository does not let GitHub Actions open pull requests: set Settings > Actions > General > Workflow permissions > ' +
        '"Allow GitHub Actions to create and approve pull requests" (an organization may have to allow it first)',
      true,
    );
  if (status === 403 && /resource not accessible/i.test(detail))
    return new GitHubError(
      'the token may not write: give the job "permissions: { contents: write, pull-requests: write }"',
      true,
    );
  if (status === 401) return new GitHubError('GitHub does not accept the token: check the input token', true);
  return new GitHubError(`GitHub answered HTTP ${status}${detail === '' ? '' : `: ${detail}`}`, true);
}

/** The messages of a validation error. */
function describeErrors(value: JsonValue): string {
  const errors = readField(value, ['errors']);
  const items = [value, ...listItems(errors)];
  const messages = items.map((item) => (typeof item === 'string' ? item : readField(item, ['message'])));
  return truncate(messages.filter((message) => typeof message === 'string').join(': '));
}

function readPull(value: JsonValue): Pull {
  const [number, url, closedAt] = ['number', 'html_url', 'closed_at'].map((name) => readField(value, [name]));
  return {
    number: typeof number === 'number' ? number : 0,
    url: typeof url === 'string' ? url : '',
    isOpen: readField(value, ['state']) === 'open',
    closedAt: typeof closedAt === 'string' ? closedAt : null,
  };
}

function listItems(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function readField(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (part, name) => (part !== undefined && isJsonObject(part) ? part[name] : undefined),
    value,
  );
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
