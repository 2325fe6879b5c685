import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { getWorkflow, parseWorkflow } from '../support/documents.js';
import { createRepository, type Repository } from '../support/repository.js';
import {
  readSchema,
  type ReviewComment,
  reviewdogVersion,
  runReviewdog,
  startReviewServer,
} from './reviewdog.js';

const path = 'chain/kava/param.json';
const old = '    { "provider": "Old", "url": "ipfs://old.example:443" }';
const file = (...entries: readonly string[]) =>
  `{\n  "chain_id_cosmos": "kava_2222-10",\n  "grpc_endpoint": [\n${entries.join(',\n')}\n  ]\n}\n`;
/** Adds entries before and after an older malformed one. */
const changed = file(
  '    { "provider": "Köln 🔥", "url": "https://grpc.a.example:443" }',
  old,
  '    {\n      "provider": "B",\n      "url": "grpc.b.example:443 "\n    }',
  '    { "provider": "C", "url": "https://grpc.c.example:443/v3/0123456789abcdef" }',
  '    { "provider": "D", "url": "grpc.d.example:443" }',
  '    {\n      "provider": "D",\n      "url": "grpc.d.example:443"\n    }',
);

/** The steps of the example workflow, and the options that it passes to reviewdog. */
const { check: { steps } = { steps: [] } } = parseWorkflow(getWorkflow('docs/action.md: suggestions')).jobs;
const documented = steps.flatMap(
  ({ run = '' }) => /^reviewdog (.*) < endpoints\.rdjson$/.exec(run)?.[1] ?? [],
);

/** A registry in a repository, with a change to it, the program's report about it, and the change as a diff. */
async function review(): Promise<{ repository: Repository; rdjson: string; diff: string }> {
  const repository = await createRepository({ [path]: file(old) });
  await repository.commit({ [path]: changed });
  const args = ['--no-network', '--since', 'HEAD~1', '--hide-unchanged', '--reporter', 'rdjson'];
  const { stdout, exitCode } = await runCli(args, { cwd: repository.directory });
  expect(exitCode).toBe(1);
  return { repository, rdjson: stdout, diff: await repository.git('diff', 'HEAD~1', 'HEAD') };
}

interface Result {
  readonly diagnostics: readonly { readonly original_output: string }[];
}

/** The lines of a file that a suggestion replaces, and their replacement; null in a comment without one. */
function readSuggestion({ body, line = 0, start_line: start = line }: ReviewComment) {
  const [, text] = /^```suggestion\n([^]*?)^```$/m.exec(body) ?? [];
  return text === undefined ? null : { start, end: line, lines: text.split('\n').slice(0, -1) };
}

test('the schema of reviewdog accepts the report', async () => {
  // Draft 4, without features that later drafts lack.
  const schema = { ...(await readSchema()), $schema: 'http://json-schema.org/draft-07/schema#' };
  const validate = new Ajv({ strict: false }).compile(schema);
  const { rdjson } = await review();
  expect(validate(JSON.parse(rdjson)) ? [] : validate.errors).toEqual([]);
  expect(validate({ diagnostics: [{ message: 1 }] })).toBe(false);
});

test('the example workflow installs the version that is tested', () => {
  expect(steps.flatMap(({ with: inputs }) => inputs?.['reviewdog_version'] ?? [])).toEqual([
    reviewdogVersion,
  ]);
  expect(documented).toHaveLength(1);
});

describe('reviewdog shows the findings on the lines of a change', () => {
  test('on the terminal, all of them', async () => {
    const { repository, rdjson } = await review();
    const shown = await runReviewdog(repository.directory, rdjson, [
      '-f=rdjson',
      '-name=endpoint-check',
      '-reporter=local',
      '-diff=git diff HEAD~1 HEAD',
    ]);
    const { diagnostics } = JSON.parse(rdjson) as Result;
    expect(diagnostics.length).toBeGreaterThanOrEqual(5);
    expect(shown).toBe(diagnostics.map(({ original_output: text }) => `${text}\n`).join(''));
    expect(shown).toContain(`${path}:4:37: error: expected host:port, got https:// [entry/url-scheme]\n`);
    expect(shown).not.toContain('old.example');
  });

  test('in a review, in which each suggestion fixes its finding', async () => {
    const { repository, rdjson, diff } = await review();
    const { env, comments } = await startReviewServer(diff);
    await runReviewdog(
      repository.directory,
      rdjson,
      documented.flatMap((line) => line.split(' ')),
      env,
    );
    expect(comments).toHaveLength((JSON.parse(rdjson) as Result).diagnostics.length);
    for (const { body } of comments) expect(body).not.toMatch(/suggestion error|0123456789abcdef/);
    const suggestions = comments.map(readSuggestion).filter((suggestion) => suggestion !== null);
    expect(suggestions).toEqual([
      { start: 4, end: 4, lines: ['    { "provider": "Köln 🔥", "url": "grpc.a.example:443" },'] },
      { start: 8, end: 8, lines: ['      "url": "grpc.b.example:443"'] },
      { start: 11, end: 15, lines: ['    { "provider": "D", "url": "grpc.d.example:443" }'] },
    ]);
    // From the last to the first, as lines move.
    const lines = changed.split('\n');
    for (const { start, end, lines: fixed } of suggestions.toReversed())
      lines.splice(start - 1, end - start + 1, ...fixed);
    await repository.write({ [path]: lines.join('\n') });
    const { stdout } = await runCli(['--no-network'], { cwd: repository.directory });
    expect(stdout).not.toContain('can be fixed with --fix');
    expect(await readFile(join(repository.directory, path), 'utf8')).toContain('Köln 🔥');
  });

  test('a finding without a file does not stop it', async () => {
    const { repository, diff } = await review();
    const rdjson = JSON.stringify({ diagnostics: [{ message: 'no network', location: { path: '.' } }] });
    const { env } = await startReviewServer(diff);
    const args = ['-f=rdjson', '-reporter=github-pr-review', '-filter-mode=nofilter'];
    expect(await runReviewdog(repository.directory, rdjson, args, env)).toContain('no network');
  });
});
