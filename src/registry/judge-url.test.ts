import { describe, expect, test } from 'vitest';
import { checkFile, readFindings } from '../../test/support/check-file.js';
import { createDirectory } from '../../test/support/directory.js';
import { checkRegistry } from '../index.js';
import { applyEdits } from './edit/apply-edits.js';

describe('every problem of a url that an edit fixes has that edit', () => {
  test('and the other problems have none', async () => {
    const before = '{"grpc_endpoint":[{"provider":"A","url":"';
    const { findings } = await checkFile(`${before}https://a.example:99999/\u200b"}]}`);
    const fix = { edits: [{ offset: before.length, length: 25, text: 'a.example:99999' }] };
    expect(findings.map((finding) => [finding.rule, finding.fix])).toEqual([
      ['entry/url-port', null],
      ['entry/url-scheme', fix],
      ['entry/url-whitespace', fix],
    ]);
  });
});

describe('a line that was copied from another list gets no other scheme', () => {
  const fixOf = async (field: string, url: string) => {
    const { findings } = await checkFile(JSON.stringify({ [field]: [{ provider: 'A', url }] }));
    return findings.find(({ rule }) => rule === 'entry/url-scheme')?.fix ?? null;
  };

  test.each([
    ['lcd_endpoint', 'grpc-cheqd.example.com:443', 'rest-cheqd.example.com:443'],
    ['grpc_endpoint', 'https://lcd.example.com:443', 'https://grpc.example.com:443'],
  ])('%s %s', async (field, copied, fixable) => {
    expect(await fixOf(field, copied)).toBeNull();
    expect(await fixOf(field, fixable)).not.toBeNull();
  });
});

test('an invisible character before a scheme does not change the kind that the scheme implies', async () => {
  const text = '{"name":"A","chain":"A","chainId":1,"rpc":["\u200bwss://a.example"]}';
  const directory = await createDirectory({ '_data/chains/eip155-1.json': text });
  const { findings, endpoints } = await checkRegistry([directory], { network: false });
  expect(endpoints).toMatchObject([{ kind: 'evm-ws', verdict: 'invalid' }]);
  expect(findings.map(({ rule }) => rule)).toEqual(['entry/url-whitespace']);
  expect(applyEdits(text, findings[0]?.fix?.edits ?? [])).toBe(text.replace('\u200b', ''));
});

describe('a host with capitals gets a notice, and the entry is valid', () => {
  test.each([
    ['grpc_endpoint', 'RPC.Example.com:443', 'host', 'RPC.Example.com', 'rpc.example.com'],
    ['grpc_endpoint', '[2606:4700::ABCD]:443', 'host', '[2606:4700::ABCD]', '[2606:4700::abcd]'],
    ['evm_rpc_endpoint', 'https://RPC.Example.com/Path?A', 'host', 'RPC.Example.com', 'rpc.example.com'],
    [
      'evm_rpc_endpoint',
      'HTTPS://rpc.example.com',
      'scheme',
      'HTTPS://rpc.example.com',
      'https://rpc.example.com',
    ],
    [
      'evm_rpc_endpoint',
      'Https://Rpc.example.com:8545',
      'scheme',
      'Https://Rpc.example.com',
      'https://rpc.example.com',
    ],
  ])('%s %s', async (field, url, part, written, lower) => {
    const text = JSON.stringify({ [field]: [{ provider: 'A', url }] });
    const { findings, endpoints } = await checkFile(text);
    expect(findings).toMatchObject([
      {
        rule: 'entry/host-case',
        severity: 'notice',
        pointer: `/${field}/0/url`,
        message: `the ${part} is written with capitals: "${written}"`,
        hint: `write ${lower}`,
      },
    ]);
    expect(endpoints).toMatchObject([{ verdict: 'skipped', url }]);
    const edited = applyEdits(text, findings[0]?.fix?.edits ?? []);
    expect(edited).toBe(text.replace(written, lower));
  });

  test.each([
    ['capitals in the path only', 'evm_rpc_endpoint', 'https://a.example/Path?Q=A'],
    ['a malformed url', 'evm_rpc_endpoint', 'http://A.example'],
  ])('but not %s', async (_, field, url) => {
    const found = await readFindings(JSON.stringify({ [field]: [{ provider: 'A', url }] }));
    expect(found.filter(({ rule }) => rule === 'entry/host-case')).toEqual([]);
  });
});
