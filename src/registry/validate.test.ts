import { describe, expect, test } from 'vitest';
import { checkFile, goodEntry, readFindings } from '../../test/support/check-file.js';

const entryForm = 'write { "provider": "…", "url": "…" }';
const writeEntry = `${entryForm}, or remove the entry`;
const addProvider = 'add "provider" with the name of the operator';

/** The text, the pointer and the place of the value, what is wrong, how to fix it. */
type Case = readonly [text: string, pointer: string, at: string, message: string, hint: string];

const cases: readonly Case[] = [
  ['[]', '', '1:1-1:3', 'the file must be an object, got an array', 'write an object'],
  ['\n"text"\n', '', '2:1-2:7', 'the file must be an object, got a string', 'write an object'],
  ['null', '', '1:1-1:5', 'the file must be an object, got null', 'write an object'],
  [' 0', '', '1:2-1:3', 'the file must be an object, got a number', 'write an object'],
  ['true', '', '1:1-1:5', 'the file must be an object, got a boolean', 'write an object'],

  [
    '{"grpc_endpoint":null}',
    '/grpc_endpoint',
    '1:18-1:22',
    'grpc_endpoint must be an array, got null',
    'write an array',
  ],
  [
    '{"evm_rpc_endpoint":{}}',
    '/evm_rpc_endpoint',
    '1:21-1:23',
    'evm_rpc_endpoint must be an array, got an object',
    'write an array',
  ],
  [
    '{"grpc_endpoint":"a.example:443"}',
    '/grpc_endpoint',
    '1:18-1:33',
    'grpc_endpoint must be an array, got a string',
    'write an array',
  ],

  [
    '{"evm_rpc_endpoint":[{}]}',
    '/evm_rpc_endpoint/0',
    '1:22-1:24',
    'evm_rpc_endpoint[0] has no "provider" and no "url"',
    writeEntry,
  ],
  [
    '{"grpc_endpoint":[null]}',
    '/grpc_endpoint/0',
    '1:19-1:23',
    'grpc_endpoint[0] must be an object, got null',
    entryForm,
  ],
  [
    '{"grpc_endpoint":[\n"a.example:443"]}',
    '/grpc_endpoint/0',
    '2:1-2:16',
    'grpc_endpoint[0] must be an object, got a string',
    entryForm,
  ],
  [
    '{"grpc_endpoint":[443]}',
    '/grpc_endpoint/0',
    '1:19-1:22',
    'grpc_endpoint[0] must be an object, got a number',
    entryForm,
  ],
  [
    '{"grpc_endpoint":[[]]}',
    '/grpc_endpoint/0',
    '1:19-1:21',
    'grpc_endpoint[0] must be an object, got an array',
    entryForm,
  ],

  [
    '{"grpc_endpoint":[{"provider":"A"}]}',
    '/grpc_endpoint/0',
    '1:19-1:35',
    'grpc_endpoint[0] has no "url"',
    writeEntry,
  ],
  [
    '{"grpc_endpoint":[{"url":"a.example:1"}]}',
    '/grpc_endpoint/0',
    '1:19-1:40',
    'grpc_endpoint[0] has no "provider"',
    addProvider,
  ],
  [
    `{"grpc_endpoint":[${goodEntry},\r\n{"url":"a.example:1"}]}`,
    '/grpc_endpoint/1',
    '2:1-2:22',
    'grpc_endpoint[1] has no "provider"',
    addProvider,
  ],

  [
    '{"grpc_endpoint":[{"provider":1,"url":"a.example:1"}]}',
    '/grpc_endpoint/0/provider',
    '1:31-1:32',
    'grpc_endpoint[0].provider must be a string, got a number',
    'write a string',
  ],
  [
    '{"grpc_endpoint":[{"provider":"🔥","url":443}]}',
    '/grpc_endpoint/0/url',
    '1:42-1:45',
    'grpc_endpoint[0].url must be a string, got a number',
    'write a string',
  ],
  [
    '{"grpc_endpoint":[{"provider":"A","url":null}]}',
    '/grpc_endpoint/0/url',
    '1:41-1:45',
    'grpc_endpoint[0].url must be a string, got null',
    'write a string',
  ],
  [
    '{"grpc_endpoint":[{"provider":"A","url":["a.example:1"]}]}',
    '/grpc_endpoint/0/url',
    '1:41-1:56',
    'grpc_endpoint[0].url must be a string, got an array',
    'write a string',
  ],
];

describe('a value that does not match the schema is reported at its place', () => {
  test.each(cases)('%s', async (text, pointer, at, message, hint) => {
    expect(await readFindings(text)).toEqual([{ at, rule: 'file/schema', pointer, message, hint }]);
  });

  test('all violations at once', async () => {
    const entries = '{"provider":null,"url":false},{},"x"';
    const found = await readFindings(`{"grpc_endpoint":[${entries}],"evm_rpc_endpoint":[0]}`);
    expect(found.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/grpc_endpoint/0/provider', 'grpc_endpoint[0].provider must be a string, got null'],
      ['/grpc_endpoint/0/url', 'grpc_endpoint[0].url must be a string, got a boolean'],
      ['/grpc_endpoint/1', 'grpc_endpoint[1] has no "provider" and no "url"'],
      ['/grpc_endpoint/2', 'grpc_endpoint[2] must be an object, got a string'],
      ['/evm_rpc_endpoint/0', 'evm_rpc_endpoint[0] must be an object, got a number'],
    ]);
  });

  test('an entry of another shape is an invalid endpoint of the report, and its finding names it', async () => {
    const { endpoints, findings } = await checkFile(`{"grpc_endpoint":[${goodEntry},{},"x",{"url":1}]}`);
    expect(endpoints.map(({ pointer, verdict, url }) => [pointer, verdict, url])).toEqual([
      ['/grpc_endpoint/0', 'skipped', 'grpc.example.com:443'],
      ['/grpc_endpoint/1', 'invalid', null],
      ['/grpc_endpoint/2', 'invalid', null],
      ['/grpc_endpoint/3', 'invalid', null],
    ]);
    expect(findings.map(({ pointer, endpoint }) => [pointer, endpoint])).toEqual([
      ['/grpc_endpoint/1', 1],
      ['/grpc_endpoint/2', 2],
      ['/grpc_endpoint/3', 3],
      ['/grpc_endpoint/3/url', 3],
    ]);
  });
});

describe('further fields are allowed', () => {
  test.each([
    ['an empty object', '{}'],
    ['empty lists', '{"grpc_endpoint":[],"evm_rpc_endpoint":[]}'],
    ['more fields in an entry', '{"grpc_endpoint":[{"provider":"A","url":"a.example:1","tls":null,"x":{}}]}'],
    [
      'the typos that have become standard',
      '{"is_support_moblie_dapp":true,"block_time":"","fee":{"rate":[null]}}',
    ],
    ['impossible dates and numbers as texts', '{"origin_genesis_time":"22024-01-06T00:00:00Z","gas":"1.2"}'],
    ['lists of other kinds', '{"ws_endpoint":[{}],"rpc_endpoint":[null],"tm_rpc_endpoint":"x"}'],
  ])('%s', async (_title, text) => {
    expect(await readFindings(text)).toEqual([]);
  });
});
