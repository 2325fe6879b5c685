import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { readOutcome } from '../support/command-line.js';
import { cacheDirectory } from '../support/packages.js';
import { serve } from '../support/web-servers.js';

/** The version that is built. */
export const reviewdogVersion = 'v0.21.0';

const module = 'github.com/reviewdog/reviewdog';
const directory = join(cacheDirectory, `reviewdog-${reviewdogVersion}`);

const program = join(directory, 'reviewdog');
const schema = join(directory, 'DiagnosticResult.json');

/** Builds reviewdog, once for this machine, and keeps the JSON schema of its input from its source. */
export async function installReviewdog(): Promise<void> {
  if (existsSync(program) && existsSync(schema)) return;
  await mkdir(directory, { recursive: true });
  const go = async (...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)('go', args, { env: { ...process.env, GOBIN: directory } });
    return stdout;
  };
  await go('install', `${module}/cmd/reviewdog@${reviewdogVersion}`);
  const downloaded = await go('mod', 'download', '-json', `${module}@${reviewdogVersion}`);
  const { Dir: source } = JSON.parse(downloaded) as { readonly Dir: string };
  // The source is read-only.
  await writeFile(schema, await readFile(join(source, 'proto/rdf/jsonschema/DiagnosticResult.json')));
}

/** The JSON schema of a DiagnosticResult. */
export async function readSchema(): Promise<object> {
  return JSON.parse(await readFile(schema, 'utf8')) as object;
}

/** Runs reviewdog in a repository on the findings of a report. Rejects if it fails. */
export async function runReviewdog(
  cwd: string,
  rdjson: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, ['-log-level=error', ...args], { cwd, env: { ...process.env, ...env } });
  child.stdin.on('error', () => undefined);
  child.stdin.end(rdjson);
  const { stdout, stderr, exitCode } = await readOutcome(child);
  if (exitCode !== 0) throw new Error(`reviewdog failed: ${stderr}`);
  return stdout;
}

/** A comment of a review, on lines of a file. */
export interface ReviewComment {
  readonly path: string;
  readonly body: string;
  readonly line?: number;
  readonly start_line?: number;
}

/** A review; GitHub takes a comment on a whole file by itself. */
interface Review {
  readonly comments: readonly ReviewComment[];
}

/**
 * Starts the part of GitHub's API on which reviewdog posts a review, for one pull request with this diff. Resolves to the environment that leads
 * reviewdog to it, and the comments that it received.
 */
export async function startReviewServer(diff: string) {
  const comments: ReviewComment[] = [];
  const { origin } = await serve(async (request, response) => {
    const isDiff = request.headers.accept?.includes('diff') === true;
    const body = await text(request);
    const sent = (body === '' ? {} : JSON.parse(body)) as Partial<Review & ReviewComment>;
    comments.push(...(sent.comments ?? (sent.path === undefined ? [] : [sent as ReviewComment])));
    response.setHeader('content-type', isDiff ? 'text/plain' : 'application/json');
    const isList = request.method === 'GET' && request.url?.includes('/comments') === true;
    response.end(isDiff ? `${diff}\n` : isList ? '[]' : '{}');
  });
  return {
    env: {
      GITHUB_API: `${origin}/`,
      REVIEWDOG_GITHUB_API_TOKEN: 'none',
      CI_REPO_OWNER: 'owner',
      CI_REPO_NAME: 'registry',
      CI_PULL_REQUEST: '1',
      CI_COMMIT: '0'.repeat(40),
    },
    comments,
  };
}
