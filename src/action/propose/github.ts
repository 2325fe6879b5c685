import { setTimeout as wait } from 'node:timers/promises';
import { getValue, type JsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/text.js';

export interface GitHubOptions {
  /** `GITHUB_API_URL`, without a slash at its end. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

export interface Pull {
  readonly number: number;
  readonly url: string;
  readonly isOpen: boolean;
  /** ISO 8601; null while it is open. */
  readonly closedAt: string | null;
}

export interface NewPull {
  readonly title: string;
  readonly body: string;
  readonly head: string;
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
      if (!Array.isArray(value)) throw misunderstood('pull requests');
      for (const item of listItems(value)) {
        const ref = getValue(item, '/head/ref');
        if (typeof ref !== 'string') throw misunderstood('pull requests');
        // If the filter is not understood, GitHub lists all.
        if (ref === branch) pulls.push(readPull(item));
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
    if (!Array.isArray(value)) throw misunderstood('labels');
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
      await wait(waitMs ?? attempt * 1_000);
    }
  }

  async #fetch(url: string, request: RequestInit, signal = AbortSignal.timeout(timeoutMs)): Promise<Answer> {
    try {
      let response = await fetch(url, { ...request, redirect: 'manual', signal });
      for (let hop = 1, at = url; hop <= maxRedirects; hop++) {
        const target = findRedirect(response, at, request.method === 'POST');
        if (target === null) break;
        await response.body?.cancel();
        at = target;
        response = await fetch(at, { ...request, redirect: 'manual', signal });
      }
      const { status, headers } = response;
      const value = parse(await readText(response));
      return { status, value, link: headers.get('link') ?? '', waitMs: findWait(status, headers) };
    } catch (error) {
      if (error instanceof GitHubError) throw error;
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
const maxRedirects = 3;
/** A page has a hundred pull requests, whose texts may have 64 kB each. */
const limitBytes = 32 * 1_024 * 1_024;
const maxPages = 10;
const maxAttempts = 3;
const maxWaitMs = 120_000;
/** If a limit does not report how long. Source: GitHub Docs, "Best practices for using the REST API". */
const defaultWaitMs = 60_000;

/**
 * The url that a redirect leads to, as those of a renamed repository do; null for anything else. The token goes to no other origin, and only some
 * statuses keep the method and the body of a POST (RFC 9110 section 15.4).
 */
function findRedirect({ status, headers }: Response, url: string, isPost: boolean): string | null {
  const location = headers.get('location') ?? '';
  if (!(isPost ? [307, 308] : [301, 302, 303, 307, 308]).includes(status) || !URL.canParse(location, url))
    return null;
  const target = new URL(location, url);
  return target.origin === new URL(url).origin ? target.href : null;
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limitBytes) throw new GitHubError("GitHub's API answered more than 32 MiB", true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Something else answered with a status of success, such as a proxy with a page. */
function misunderstood(noun: string): GitHubError {
  return new GitHubError(
    `GitHub's API answered something other than ${noun}: check GITHUB_API_URL, and what is before it`,
    true,
  );
}

function findWait(status: number, headers: Headers): number | null {
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const after = headers.get('retry-after');
  if (status !== 429 && !(status === 403 && (isUsedUp || after !== null))) return null;
  if (after !== null && /^\d{1,6}$/.test(after)) return Number(after) * 1_000;
  const reset = Number(headers.get('x-ratelimit-reset'));
  return isUsedUp && reset > 0 ? Math.max(0, reset * 1_000 - Date.now()) : defaultWaitMs;
}

function describeRefusal(status: number, value: JsonValue): GitHubError {
  const message = getValue(value, '/message');
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

function describeErrors(value: JsonValue): string {
  const errors = getValue(value, '/errors');
  const items = [value, ...listItems(errors)];
  const messages = items.map((item) => (typeof item === 'string' ? item : getValue(item, '/message')));
  return truncate(messages.filter((message) => typeof message === 'string').join(': '));
}

function readPull(value: JsonValue): Pull {
  const number = getValue(value, '/number');
  const url = getValue(value, '/html_url');
  const state = getValue(value, '/state');
  const closedAt = getValue(value, '/closed_at');
  const isOpen = state === 'open';
  if (
    typeof number !== 'number' ||
    // It goes into Markdown.
    !(typeof url === 'string' && /^https?:\/\/[^\s<>()[\]"'\\]+$/.test(url)) ||
    !(isOpen || (state === 'closed' && isTime(closedAt)))
  )
    throw misunderstood('a pull request');
  return { number, url, isOpen, closedAt: isTime(closedAt) ? closedAt : null };
}

function isTime(value: JsonValue): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

function listItems(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
