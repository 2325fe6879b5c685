import { describe, expect, test } from 'vitest';
import { checkFile, describeFinding, goodEntry } from '../../test/support/registry-files.js';

describe('a file that lists no endpoints gets a notice', () => {
  const noEndpoints = {
    rule: 'file/no-endpoints',
    pointer: '',
    message:
      'the file lists no endpoints (grpc_endpoint, evm_rpc_endpoint, cosmos_rpc_endpoint, lcd_endpoint, solana_rpc_endpoint)',
    hint: 'add endpoints, or leave the file as it is if the chain has none',
  };

  test.each([
    ['no lists', ' {\n}\n', '1:2-2:2'],
    ['an empty list', '{"grpc_endpoint":[]}', '1:1-1:21'],
    ['two empty lists', '{"grpc_endpoint":[],\r\n"evm_rpc_endpoint":[]}', '1:1-2:23'],
    ['lists of other kinds', '{"ws_endpoint":[{"provider":"A","url":"https://a.example"}]}', '1:1-1:61'],
  ])('%s', async (_title, text, at) => {
    const { findings } = await checkFile(text);
    expect(findings.map(describeFinding)).toEqual([{ at, ...noEndpoints }]);
    expect(findings[0]?.severity).toBe('notice');
  });

  test('a list with another name or type does not count', async () => {
    const { findings } = await checkFile('{"endpoint":["a.example:443"],"evm_rpc_endpoint":null}');
    expect(findings.map(({ rule }) => rule)).toEqual([
      'file/no-endpoints',
      'file/misspelled-field',
      'file/schema',
    ]);
  });

  test.each([
    ['an endpoint of one kind', `{"grpc_endpoint":[${goodEntry}],"evm_rpc_endpoint":[]}`, []],
    ['an entry that is malformed', '{"evm_rpc_endpoint":[{}]}', ['file/schema']],
    ['anything but an object', '[]', ['file/schema']],
    ['invalid JSON', '{', ['file/invalid-json']],
  ])('%s gets no such notice', async (_title, text, rules) => {
    const { findings } = await checkFile(text);
    expect(findings.map(({ rule }) => rule)).toEqual(rules);
  });
});

test(
  'all problems of a file are reported, quickly, however many there are',
  { timeout: 60_000 },
  async () => {
    const { findings, endpoints } = await checkFile(`{"grpc_endpoint":[${'{},'.repeat(80_000)}{}]}`);
    expect([findings.length, endpoints.length]).toEqual([80_001, 80_001]);
  },
);
