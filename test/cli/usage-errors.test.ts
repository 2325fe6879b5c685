import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandRows } from '../../src/cli/command-rows.js';
import { renderHistory } from '../../src/history/history-file.js';
import { toKebabCase } from '../../src/model/write-option.js';
import { routes } from '../../src/query/client/routes.js';
import { runCli } from '../support/command-line.js';
import { createDirectory, readBytes } from '../support/directory.js';
import { liveTogether, many } from '../support/histories.js';
import { startQueryService, token } from '../support/query-service.js';
import { finding, report } from '../support/report-samples.js';

const table = 'fixtures/usage-errors.txt';
const history = renderHistory(liveTogether({ 'grpc 127.0.0.1:1': `PP${many('F', 18)}` }));
const sample = report([], [finding({ endpoint: null })]);
/** The report of a part of a registry. */
const writePart = (shard: string) => JSON.stringify({ ...sample, scope: { ...sample.scope, shard } });
/** What the command lines may name: a registry with an endpoint that is dead and a file that can be fixed, histories, exclusions, lists, reports. */
const files = {
  'chain/kava/param.json': '{ "grpc_endpoint": [ { "provider": "A", "url": "127.0.0.1:1" } ] }',
  'chain/juno/param.json': '{ "lcd_endpoint": [ {}, ] }',
  'history.jsonl': history,
  'other.jsonl': '',
  'broken.jsonl': `${history}{\n`,
  'short.jsonl': history.slice(0, -1),
  'later.jsonl': history.replace('{', '{"later":1,'),
  'exclude.json': '[]',
  'typo.json': '[{"hots":"x"}]',
  'all.jsonl': '{"kind":"grpc","url":"grpc.example.com:443"}\n',
  'before.jsonl': '{"kind":"grpc","url":"grpc.example.com:443"}\n',
  token: 'secret\n',
  'part-1.json': writePart('1/3'),
  'part-3.json': writePart('3/3'),
  'half.json': writePart('1/2'),
  'other.json': '{"version":1}',
  'stray.json': JSON.stringify({ ...sample, findings: [finding({ endpoint: 99 })] }),
  'long.json': JSON.stringify({ ...sample, durationMs: 1e300 }),
  'never.json': JSON.stringify({ ...sample, startedAt: '2026-99-99T00:00:00.000Z' }),
  // It can be read, and not be written.
  'deep.json': JSON.stringify({
    ...sample,
    findings: [finding({ endpoint: null, data: { deep: '@' } })],
  }).replace('"@"', '['.repeat(200_000) + ']'.repeat(200_000)),
  // Nothing above it is searched.
  'elsewhere/.git/HEAD': '',
};
/** The words that name a command. */
const commands = new Set([
  ...commandRows.map(({ name }) => name),
  ...routes.map(({ name }) => `query ${toKebabCase(name)}`),
]);

/** `$ cd directory && NAME=value endpoint-check check 'a b'`, as a shell reads it. */
function readCommandLine(line: string) {
  const [, directory = '', settings = '', words = ''] =
    /^\$ (?:cd (\S+) && )?((?:\w+=\S* )*)endpoint-check ?(.*)$/.exec(line) ?? [];
  const variables: Record<string, string> = {};
  for (const [, name = '', value = ''] of settings.matchAll(/(\w+)=(\S*)/g)) variables[name] = value;
  const args = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  return { directory, variables, args };
}

test('each wrong command line is told all its errors, with exit status 2, and neither changes nor sends anything', async () => {
  const { baseUrl, requests } = await startQueryService();
  const here = await createDirectory(files);
  const before = await readBytes(here);

  /** A command line with what the program says of it. */
  async function run(line: string): Promise<string> {
    const { directory, variables, args } = readCommandLine(line);
    const env = { ENDPOINT_CHECK_BASE_URL: baseUrl, ENDPOINT_CHECK_TOKEN: token, ...variables };
    const outcome = await runCli(args, { cwd: join(here, directory), stdin: '{}', env });
    const [title, ...errors] = outcome.stderr.trimEnd().split('\n');
    const help = errors.pop();
    const command = [args.slice(0, 2).join(' '), args[0] ?? ''].find((name) => commands.has(name));
    expect.soft({ ...outcome, stderr: [title, help] }, line).toEqual({
      stdout: '',
      stderr: [
        'endpoint-check: usage error',
        `See endpoint-check ${command === undefined ? '' : `${command} `}--help`,
      ],
      exitCode: 2,
    });
    return [line, ...errors].join('\n');
  }

  const lines = readFileSync(table, 'utf8').split('\n');
  const results = lines
    .filter((line) => !line.startsWith('  '))
    .map(async (line) => (line.startsWith('$') ? await run(line) : line));
  // `npx vitest run --project fast test/cli/usage-errors.test.ts -u` writes it.
  await expect((await Promise.all(results)).join('\n')).toMatchFileSnapshot(`../../${table}`);
  expect(requests).toEqual([]);
  expect(await readBytes(here)).toEqual(before);
});
