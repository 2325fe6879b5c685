import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, readBytes } from '../support/directory.js';
import { edit } from '../support/edits.js';
import { createRepository } from '../support/repository.js';

const path = 'chain/kava/param.json';
const fix = ['--no-network', '--fix'] as const;

/** Each sort of slip once, in a file with line ends of Windows, tabs and no final line end. */
const slips = [
  '\uFEFF{',
  '\t"chain_id_cosmo" : "kava_2222-10", // the chain',
  '\t"chain_id_evm":   "0x8ae",',
  '\t"grpc_endpoint" : [',
  '\t\t{ "provider": "Kept  ©", "url": "grpc.kept.example:443" },',
  '\t\t{ "provider": "Scheme",\t"url": "https://grpc.scheme.example:443" },',
  '',
  '\t\t{ "provider": "Blank", "url": " grpc.blank.example:443\u200B" },',
  '\t\t{ "providr": "Field", "url": "GRPC.field.example:443" },',
  '\t\t{ "provider": "Kept  ©", "url": "GRPC.kept.example:443" },',
  '\t\t{},',
  '\t],',
  '\t"evm_rpc_endpoint": { "provider": "Alone", "url": "ttps://evm.alone.example" },',
  '\t"lcd_endpiont": [',
  '\t\t{ "provider": "Slash", "url": "https://lcd.slash.example" }',
  '\t],',
  '\t"cosmos_rpc_endpoint": [ { "provider": "Quotes", "url": "\\"https:/rpc.quotes.example\\"" } ],',
  '\t\'note\': "a\tb",',
  '\t"coin": 1,',
  '\t"coin": 1',
  '}',
].join('\r\n');

const fixed = [
  '{',
  '\t"chain_id_cosmos" : "kava_2222-10",',
  '\t"chain_id_evm":   "0x8ae",',
  '\t"grpc_endpoint" : [',
  '\t\t{ "provider": "Kept  ©", "url": "grpc.kept.example:443" },',
  '\t\t{ "provider": "Scheme",\t"url": "grpc.scheme.example:443" },',
  '',
  '\t\t{ "provider": "Blank", "url": "grpc.blank.example:443" },',
  '\t\t{ "provider": "Field", "url": "grpc.field.example:443" }',
  '\t],',
  '\t"evm_rpc_endpoint": [{ "provider": "Alone", "url": "https://evm.alone.example" }],',
  '\t"lcd_endpoint": [',
  '\t\t{ "provider": "Slash", "url": "https://lcd.slash.example" }',
  '\t],',
  '\t"cosmos_rpc_endpoint": [ { "provider": "Quotes", "url": "https://rpc.quotes.example" } ],',
  '\t"note": "a\\tb",',
  '\t"coin": 1',
  '}',
].join('\r\n');

describe('--fix corrects each sort of slip, and keeps the rest byte for byte', () => {
  test('a second run changes nothing, not even the time of the file', async () => {
    const directory = await createDirectory({ [path]: slips });
    const { lines, exitCode } = await edit(directory, fix);
    expect(await readFile(join(directory, path), 'utf8')).toBe(fixed);
    expect(lines).toEqual([expect.stringMatching(/^fixed \d+ findings in 1 file$/)]);
    expect(exitCode).toBe(0);

    const old = new Date('2020-01-01T00:00:00Z');
    await utimes(join(directory, path), old, old);
    const again = await edit(directory, fix);
    expect(again.lines).toEqual(['nothing to fix']);
    expect((await stat(join(directory, path))).mtime).toEqual(old);
  });

  const clean =
    '{ "chain_id_evm": "0x8ae", "evm_rpc_endpoint": [ { "provider": "É", "url": "https://e.example" } ] }\n';
  const dirty = clean.replace('https', 'hhttps');
  const swap = (text: string) => Buffer.from(text, 'utf16le').swap16();
  test.each([
    ['UTF-16 little endian', Buffer.from(`\uFEFF${dirty}`, 'utf16le')],
    ['UTF-16 little endian without a mark', Buffer.from(dirty, 'utf16le')],
    ['UTF-16 big endian', swap(`\uFEFF${dirty}`)],
    ['UTF-16 big endian without a mark', swap(dirty)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${dirty}`)],
  ])('a file in %s is saved as UTF-8', async (_, bytes) => {
    const directory = await createDirectory({ [path]: bytes });
    const { exitCode } = await edit(directory, fix);
    expect(await readFile(join(directory, path))).toEqual(Buffer.from(clean));
    expect(exitCode).toBe(0);
  });

  const utf16 = Buffer.from(`\uFEFF${dirty}`, 'utf16le');
  const utf32 = Buffer.concat(
    Array.from(`\uFEFF${dirty}`, (character) => Buffer.from(`${character}\0`, 'utf16le')),
  );
  test.each([
    ['UTF-32 little endian', utf32, 'UTF-32'],
    ['UTF-32 big endian', Buffer.from(utf32).swap32(), 'UTF-32'],
    ['UTF-16 with half a surrogate pair', Buffer.from(`\uFEFF${dirty}\uD83D`, 'utf16le'), 'invalid UTF-16'],
    ['UTF-16 with half a character', Buffer.concat([utf16, Buffer.from([0x20])]), 'invalid UTF-16'],
    ['UTF-16 with zeros', Buffer.from(`\uFEFF${dirty}\0`, 'utf16le'), 'invalid UTF-16'],
  ])('a file in %s stays, and no fix is promised', async (_, bytes, encoding) => {
    const directory = await createDirectory({ [path]: bytes });
    const { lines, stdout } = await edit(directory, fix);
    expect(await readFile(join(directory, path))).toEqual(bytes);
    expect(lines).toEqual(['nothing to fix']);
    expect(stdout).toContain(`the file is ${encoding}, expected UTF-8`);
    expect(stdout).not.toContain('can be fixed');
  });
});

test('fixes that overlap are made one after the other', async () => {
  const entry = '{ "providr": "A", "url": "https://grpc.a.example:443" }';
  const directory = await createDirectory({
    [path]: `{ "grpc_endpoint": [ ${entry}, ${entry}, {}, {}, ], }`,
  });
  const { exitCode } = await edit(directory, fix);
  const text = await readFile(join(directory, path), 'utf8');
  expect(text).toBe('{ "grpc_endpoint": [ { "provider": "A", "url": "grpc.a.example:443" } ] }');
  expect(exitCode).toBe(0);
});

test('remaining problems are reported on the lines of the fixed file, and fail the run', async () => {
  const text = [
    '{',
    '  // a comment of',
    '  // two lines',
    '  "grpc_endpoint": [',
    '    {},',
    '    { "provider": "A", "url": "grpc.a.example:443/path", }',
    '  ]',
    '}',
  ].join('\n');
  const directory = await createDirectory({ [path]: text });
  const { report, exitCode, stderr } = await runForReport(fix, { cwd: directory });
  const after = (await readFile(join(directory, path), 'utf8')).split('\n');
  const [finding, ...rest] = report.findings.filter(({ severity }) => severity === 'error');
  expect([finding?.rule, rest]).toEqual(['entry/url-path', []]);
  expect(after[(finding?.line ?? 0) - 1]).toContain('grpc.a.example:443/path');
  expect(after.length).toBeLessThan(8);
  expect(stderr).toMatch(/^endpoint-check: fixed \d findings in 1 file\n$/);
  expect(exitCode).toBe(1);
});

test('a file of each format is fixed', async () => {
  const chainRegistry = (address: string) =>
    `{ "chain_name": "kava", "chain_id": "kava-1", "apis": { "rpc": [ { "address": "${address}", "provider": "A" } ] } }`;
  const files: Readonly<Record<string, (address: string) => string>> = {
    'chainlist/chain/kava/param.json': (url) =>
      `{ "chain_id_cosmos": "kava-1", "lcd_endpoint": [ { "provider": "A", "url": "${url}" } ] }`,
    'chain-registry/kava/chain.json': chainRegistry,
    'keplr/cosmos/kava.json': (url) =>
      `{ "chainId": "kava-1", "rpc": "${url}", "rest": "https://rest.example" }`,
    'ethereum-lists/_data/chains/eip155-1.json': (url) => `{ "chainId": 1, "rpc": ["${url}"] }`,
    'pingpub/chains/mainnet/kava.json': (url) =>
      `{ "chain_name": "kava", "chain_id": "kava-1", "api": ["${url}"] }`,
    'zone/osmosis.zone_chains.json': (url) =>
      `{ "chains": [ { "chain_name": "kava", "rpc": "${url}", "rest": "https://rest.example" } ] }`,
    'manifest/.well-known/cosmos-registry.json': (address) =>
      `{ "manifest_version": 1, "provider": { "name": "A" }, "chains": [ { "chain_id": "kava-1", "apis": { "rpc": [ { "address": "${address}" } ] } } ] }`,
  };
  const write = (address: string) =>
    Object.fromEntries(Object.entries(files).map(([file, make]) => [file, make(address)]));
  const directory = await createDirectory(write('https:/node.example'));
  const { lines, exitCode } = await edit(directory, [...fix, ...Object.keys(files)]);
  expect(lines).toEqual(['fixed 7 findings in 7 files']);
  expect(await readBytes(directory)).toEqual(
    Object.fromEntries(Object.entries(write('https://node.example')).toSorted()),
  );
  expect(exitCode).toBe(0);
});

describe('--fix-all', () => {
  const entry = (provider: string, host: string) =>
    `{ "provider": "${provider}", "url": "https://${host}.example" }`;
  const text = (last: string) =>
    `{ "chain_id_evm": "0x1", "evm_rpc_endpoint": [ ${entry('Node Co', 'a')}, ${entry('Node Co', 'b')}, ${entry(last, 'c')} ] }`;

  test('spells providers like most entries, unlike --fix', async () => {
    const directory = await createDirectory({ [path]: text('node-co') });
    expect((await edit(directory, fix)).lines).toEqual(['nothing to fix']);
    const { lines, exitCode } = await edit(directory, ['--no-network', '--fix-all']);
    expect(await readBytes(directory)).toEqual({ [path]: text('Node Co') });
    expect([lines, exitCode]).toEqual([['fixed 1 finding in 1 file'], 0]);
  });

  test('finds a provider whose field is misspelled too', async () => {
    const directory = await createDirectory({
      [path]: text('node-co').replace(/"provider"(?=: "node-co")/, '"providr"'),
    });
    await edit(directory, ['--no-network', '--fix-all']);
    expect(await readBytes(directory)).toEqual({ [path]: text('Node Co') });
  });

  test('of a part counts the spellings of the whole registry, but changes only the part', async () => {
    const otherPaths = ['juno', 'osmosis'].map((chain) => `chain/${chain}/param.json`);
    const files = Object.fromEntries(
      otherPaths.map((file) => [file, text('Node Co').replaceAll('Node Co', 'node-co')]),
    );
    const directory = await createDirectory({ ...files, [path]: text('node-co') });
    for (const named of [path, 'chain/kava']) {
      await writeFile(join(directory, path), text('node-co'));
      const { lines } = await edit(directory, ['--no-network', '--fix-all', named]);
      expect(lines).toEqual(['fixed 2 findings in 1 file']);
      expect(await readBytes(directory)).toEqual({
        ...files,
        [path]: text('node-co').replaceAll('Node Co', 'node-co'),
      });
    }
  });
});

test('a whole registry is fixed once, with the commands of the page, in two commits', async () => {
  const commands =
    /^## A whole registry, once$[^]*?^```sh\n([^]*?)^```$/m.exec(
      await readFile('docs/fixing.md', 'utf8'),
    )?.[1] ?? '';
  const entry = (provider: string, url: string) => `{ "provider": "${provider}", "url": "${url}" }`;
  const list = (...entries: readonly string[]) =>
    `{ "chain_id_evm": "0x1", "evm_rpc_endpoint": [ ${entries.join(', ')} ] }`;
  const common = [entry('Node Co', 'https://a.example'), entry('Node Co', 'https://b.example')];
  const { directory, git } = await createRepository({
    [path]: list(...common, entry('node-co', 'https:/c.example')),
  });
  const steps: string[] = [];
  for (const command of commands.trimEnd().split('\n')) {
    const [, args] = /^npx endpoint-check ((?:--[a-z-]+ ?)+)(?: *>.*)?$/.exec(command) ?? [];
    const [, subject] = /^git commit -a -m "(.+)"$/.exec(command) ?? [];
    if (args !== undefined) steps.push(...(await edit(directory, args.trim().split(' '))).lines);
    else if (subject !== undefined) await git('commit', '--quiet', '-a', '-m', subject);
    else throw new Error(`what is ${command}?`);
  }
  expect(steps).toEqual([
    'would fix 1 finding in 1 file',
    'fixed 1 finding in 1 file',
    'fixed 1 finding in 1 file',
  ]);
  expect(await git('diff', 'HEAD', '--stat')).toBe('');
  expect(await readFile(join(directory, path), 'utf8')).toBe(
    list(...common, entry('Node Co', 'https://c.example')),
  );
});

describe('--since fixes only new problems', () => {
  const entry = (host: string) => `{ "provider": "A", "url": "https:/${host}.example" }`;
  const text = (...hosts: readonly string[]) =>
    `{ "chain_id_evm": "0x1", "evm_rpc_endpoint": [ ${hosts.map(entry).join(', ')} ] }`;
  const since = [...fix, '--since', 'HEAD'];

  test('beside older slips of the same file', async () => {
    const { directory, write } = await createRepository({ [path]: text('old') });
    await write({ [path]: text('old', 'new') });
    const { lines, exitCode } = await edit(directory, since);
    expect(await readBytes(directory)).toEqual({
      [path]: text('old', 'new').replace('https:/new', 'https://new'),
    });
    expect([lines, exitCode]).toEqual([['fixed 1 finding in 1 file'], 0]);
  });

  test('if an older file has the same slip', async () => {
    const comma = '{ "chain_id_evm": "0x1", }';
    const { directory, write } = await createRepository({ 'chain/juno/param.json': comma });
    await write({ [path]: comma });
    await edit(directory, since);
    expect(await readBytes(directory)).toEqual({
      'chain/juno/param.json': comma,
      [path]: '{ "chain_id_evm": "0x1" }',
    });
  });

  test('if an older file has the same slip as one that a syntax error hid', async () => {
    const twice = '{ "a": 1, "a": 1 }';
    const { directory, write } = await createRepository({ 'chain/juno/param.json': twice });
    await write({ [path]: twice.replace(' }', ', }') });
    await edit(directory, since);
    expect(await readBytes(directory)).toEqual({ 'chain/juno/param.json': twice, [path]: '{ "a": 1 }' });
  });

  test('if a new syntax error hid older slips', async () => {
    const { directory, write } = await createRepository({ [path]: text('old') });
    await write({ [path]: text('old', 'new').replace('] }', '], }') });
    await edit(directory, since);
    expect(await readBytes(directory)).toEqual({
      [path]: text('old', 'new').replace('https:/new', 'https://new'),
    });
  });

  test('an unknown ref changes nothing', async () => {
    const { directory } = await createRepository({ [path]: text('old') });
    const { exitCode, stderr } = await edit(directory, [...fix, '--since', 'nothing']);
    expect([exitCode, await readBytes(directory)]).toEqual([2, { [path]: text('old') }]);
    expect(stderr).toContain('cannot compare with nothing');
  });
});

describe('a usage error changes nothing', () => {
  test.each([
    ['an unknown option', [...fix, '--bogus'], 'unknown option --bogus'],
    ['a near option', ['--fix-al'], 'unknown option --fix-al (did you mean --fix-all?)'],
    ['a path that does not exist', [...fix, '.', 'chain/kva'], 'chain/kva does not exist'],
    ['standard input', [...fix, '-'], '--fix cannot change standard input: name a file'],
    ['a shard', [...fix, '--shard', '1/2'], '--fix and --shard exclude each other'],
    ['a list of exclusions that is not there', [...fix, '--exclude', 'x.json'], '--exclude'],
  ])('%s', async (_, args, message) => {
    const directory = await createDirectory({ [path]: slips });
    const { exitCode, stderr, stdout } = await runCli(args, { cwd: directory });
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(await readFile(join(directory, path), 'utf8')).toBe(slips);
  });
});

test('an interrupted writer leaves nothing beside the file', async () => {
  const directory = await createDirectory({ [path]: slips });
  await edit(directory, fix);
  expect(Object.keys(await readBytes(directory))).toEqual([path]);
  await writeFile(join(directory, path), slips);
  await edit(directory, ['--no-network', '--fix-dry-run']);
  expect(await readFile(join(directory, path), 'utf8')).toBe(slips);
});
