import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routes } from '../../src/query/client/routes.js';
import { parseSamples } from '../../src/query/smoke/sample.js';
import { runCli } from '../support/command-line.js';
import { findAnswerError } from '../../src/query/client/validate-answer.js';
import { createDirectory } from '../support/directory.js';
import { readMarkdown } from '../support/documents.js';
import { ask } from '../support/http.js';
import { startQueryService, token } from '../support/query-service.js';
import { spawnServer } from '../support/spawn-service.js';

const text = readFileSync('docs/query-api.md', 'utf8');
const { blocks } = readMarkdown(text);
const find = (language: string, part: string) =>
  blocks.find((block) => block.language === language && block.code.includes(part))?.code ?? '';

/** Serves a registry with a broken list of CW-20 tokens, as on the page. */
async function serveBroken() {
  const directory = await createDirectory({
    'chain/kava/param.json': '{}',
    'chain/kava/cw20.json': '[{ "symbol": "CW", }]',
    tokens: 'alice:one-token',
  });
  const service = await spawnServer(['serve', directory, '--token-file', join(directory, 'tokens')]);
  const headers = { authorization: 'Bearer one-token' };
  return { stop: service.stop, get: async (path: string) => ask(service.url, path, { headers }) };
}

describe('the answers of docs/query-api.md', () => {
  test('the holders have the fields that the service describes', () => {
    const answer = JSON.parse(find('json', '"holders"')) as object;
    expect(findAnswerError('holders', answer)).toBeNull();
    expect(findAnswerError('holders', { ...answer, asOf: 1 })).toBe('/asOf must be object');
  });

  test('an error names every invalid parameter', async () => {
    const { get, stop } = await serveBroken();
    const { status, body } = await get('/v1/kava/holders?limit=1001');
    await stop();
    expect([status, JSON.parse(body)]).toEqual([400, JSON.parse(find('json', '"Bad Request"'))]);
  });

  test('the log has a line for a request that failed', async () => {
    const { get, stop } = await serveBroken();
    const { status } = await get('/v1/kava/cw20');
    const { stderr } = await stop();
    expect(status).toBe(502);
    const shown = JSON.parse(find('json', '"event":"request"')) as object;
    const line = stderr.split('\n').find((printed) => printed.includes('/cw20')) ?? '{}';
    const logged = JSON.parse(line) as object;
    expect(Object.keys(logged)).toEqual(Object.keys(shown));
    const varying = { time: '', id: '', durationMs: 0 };
    expect({ ...logged, ...varying }).toEqual({ ...shown, ...varying });
  });
});

test('an incomplete list is continued as docs/query-api.md shows', async () => {
  const [, command = '', printed = '', again = ''] =
    /^\$ npx endpoint-check (.*) > .*\n((?:endpoint-check: .*\n)+)\$ npx endpoint-check (.*) >> /.exec(
      // A cursor is longer than the part on the page.
      find('console', '--resume').replaceAll('…', ''),
    ) ?? [];
  const [, cursor = ''] = /--resume (.*)\n/.exec(printed) ?? [];
  let isDown = true;
  const { baseUrl } = await startQueryService((_path, _authorized, _authorization, query) => {
    const records = Array.from({ length: 20 }, (_, at) => ({ address: `kava1${at}`, amount: '1' }));
    if (!query.has('cursor')) return answer({ holders: records, next: cursor });
    return isDown
      ? { status: 503, body: JSON.stringify({ detail: 'no gRPC endpoint of kava passes the check' }) }
      : answer({ holders: records.slice(0, 3), next: null });
  });
  const run = async (line: string) =>
    runCli([...line.split(' '), '--base-url', baseUrl, '--retries', '0'], {
      env: { ENDPOINT_CHECK_TOKEN: token },
    });
  const begun = await run(command);
  expect([begun.stderr, begun.exitCode]).toEqual([printed, 1]);
  isDown = false;
  const rest = await run(again);
  expect([begun.stdout.split('\n').length - 1, rest.stdout.split('\n').length - 1]).toEqual([20, 3]);
  expect(rest.exitCode).toBe(0);
});

function answer(value: object) {
  return { status: 200, body: JSON.stringify(value) };
}

test('the sample of docs/query-api.md has fields that smoke knows', () => {
  const shown = find('json', '"cw20": "kava1')
    .replace('"0x…"', `"0x${'ab'.repeat(20)}"`)
    .replace('"0x…"', `"0x${'ab'.repeat(32)}"`);
  expect(parseSamples(shown, ['kava'])).toBeTypeOf('function');
  expect(parseSamples(shown.replace('cw20', 'cw21'), ['kava'])).toHaveLength(1);
});

test('its curl commands are requests of existing routes', () => {
  const commands = blocks
    .flatMap(({ language, code }) => (language === 'sh' ? code.split('\n') : []))
    .filter((line) => line.startsWith('curl '));
  expect(commands).toHaveLength(3);
  for (const command of commands) {
    expect(command).toContain('-H "Authorization: Bearer $TOKEN"');
    const [, path = '', search = ''] = /\/v1(\/.*?)\?(.*)"$/.exec(command) ?? [];
    const route = routes.find((candidate) => candidate.path === `/v1${path.replace('/kava', '/{network}')}`);
    const known = route?.parameters.map(({ name }) => name) ?? [];
    expect(known).toEqual(expect.arrayContaining([...new URLSearchParams(search).keys()]));
  }
});
