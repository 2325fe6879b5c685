import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './web-servers.js';

/** A pull request as GitHub's API shows it, with the fields that are read. */
export interface ServedPull {
  readonly number: number;
  readonly html_url: string;
  readonly state: 'open' | 'closed';
  readonly closed_at: string | null;
  readonly title: string;
  readonly body: string;
  readonly head: { readonly ref: string };
  readonly base: { readonly ref: string };
}

/** An answer in place of the usual one. */
interface ServedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stand-in for GitHub's API. */
export type GitHubServer = Awaited<ReturnType<typeof startGitHubServer>>;

const repository = 'example-registry/chainlist';
/** The size of a page. */
const pageSize = 100;

/** Starts the part of GitHub's API by which pull requests are listed, opened and labelled. It refuses what GitHub refuses. */
export async function startGitHubServer() {
  /** All pull requests, the newest last. */
  const pulls: ServedPull[] = [];
  /** The labels that were added, by number. */
  const labels = new Map<number, readonly string[]>();
  /** Method and path of each request, in order. */
  const requests: string[] = [];
  /** Each answers one request whose method and path match, in place of the usual answer. */
  const answers: { readonly matches: RegExp; readonly answer: ServedAnswer }[] = [];
  const respond = (request: IncomingMessage, body: string): ServedAnswer => {
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${url}`);
    const planned = answers.findIndex(({ matches }) => matches.test(`${method} ${url}`));
    const [found] = planned === -1 ? [] : answers.splice(planned, 1);
    if (found !== undefined) return found.answer;
    if (headers.authorization !== 'Bearer a-token')
      return { status: 401, body: { message: 'Bad credentials' } };
    if (headers['x-github-api-version'] === undefined)
      return { status: 400, body: { message: 'no version' } };
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const path = pathname.replace(`/api/repos/${repository}`, '');
    const [, number] = /^\/issues\/(\d+)\/labels$/.exec(path) ?? [];
    if (method === 'GET' && path === '/pulls') {
      const all = pulls.filter(({ head }) => `example-registry:${head.ref}` === searchParams.get('head'));
      const page = Number(searchParams.get('page'));
      const next = page * pageSize < all.length ? `<http://localhost/next>; rel="next"` : '';
      // The newest first.
      const shown = all.toReversed().slice((page - 1) * pageSize, page * pageSize);
      return { status: 200, body: shown, headers: next === '' ? {} : { link: next } };
    }
    const sent = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>;
    if (method === 'POST' && path === '/pulls') return open(sent);
    if (method === 'POST' && number !== undefined) {
      labels.set(Number(number), sent['labels'] as readonly string[]);
      return { status: 200, body: [] };
    }
    return { status: 404, body: { message: 'Not Found' } };
  };
  const open = ({ title, body, head, base }: Record<string, unknown>): ServedAnswer => {
    if (pulls.some((pull) => pull.head.ref === head && pull.state === 'open'))
      return {
        status: 422,
        body: {
          message: 'Validation Failed',
          errors: [{ message: `A pull request already exists for example-registry:${String(head)}.` }],
        },
      };
    const number = pulls.length + 1;
    const pull: ServedPull = {
      number,
      html_url: `https://github.example/${repository}/pull/${number}`,
      state: 'open',
      closed_at: null,
      title: String(title),
      body: String(body),
      head: { ref: String(head) },
      base: { ref: String(base) },
    };
    pulls.push(pull);
    return { status: 201, body: pull };
  };
  const { origin } = await serve(async (request, response) => {
    const { status, body = {}, headers = {} } = respond(request, await text(request));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  /** The environment by which a step finds it. */
  const env = {
    GITHUB_API_URL: `${origin}/api`,
    GITHUB_REPOSITORY: repository,
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_RUN_ID: '17',
    GITHUB_REF: 'refs/heads/main',
  };
  return { env, pulls, labels, requests, answers };
}
