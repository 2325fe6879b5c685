import { mkdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execFileSync, spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import {
  checkedPath,
  describeFinding,
  readFindings,
  type ReportedFinding,
} from '../../test/support/registry-files.js';
import { checks } from '../checks/index.js';
import { chainlist } from '../formats/chainlist/index.js';
import { checkRegistry } from '../index.js';
import { writeCommandLineOption } from '../model/write-option.js';
import { scanJson } from './json/text-tree.js';
import { loadFile } from './load-file.js';
import { decode, readArgument } from './read-file.js';
import { fileRules, describeTooLarge, sizeLimitBytes, valueLimit } from './rules.js';

const location = { path: checkedPath, format: chainlist, chain: null, expected: null, list: null };

/** Valid JSON of this number of bytes. */
function padTo(bytes: number): string {
  return `{"a":1}${' '.repeat(bytes - 7)}`;
}

function refusal(rule: string, message: string, hint: string, at = '1:1-1:1'): ReportedFinding[] {
  return [{ at, rule, pointer: '', message, hint }];
}

describe('what would take too much memory is not read', () => {
  const { message, hint } = fileRules['file/too-large'];
  const data = { limit: sizeLimitBytes, unit: 'bytes' } as const;
  const tooLarge = () => refusal('file/too-large', message(data), hint(data, writeCommandLineOption));

  test('16 MiB are read, and not a byte more', async () => {
    expect(await readFindings(padTo(sizeLimitBytes))).toEqual([]);
    expect(await readFindings(padTo(sizeLimitBytes + 1))).toEqual(tooLarge());
  });

  test('bytes count, not characters', async () => {
    const text = `{"a":"${'é'.repeat(sizeLimitBytes / 2)}"}`;
    expect(await readFindings(text)).toEqual(tooLarge());
  });

  test('standard input has the same limit', () => {
    expect(decode(Buffer.alloc(sizeLimitBytes, ' ')).problem).toBeNull();
    expect(decode(Buffer.alloc(sizeLimitBytes + 1, ' ')).problem).toEqual(describeTooLarge('bytes'));
  });

  test('values count', () => {
    const most = `[${'0,'.repeat(valueLimit - 2)}0]`;
    expect(scanJson(most, 1)).not.toHaveProperty('kind');
    const text = most.replace('0]', '0,0]');
    const { problems, entries, complete } = loadFile(location, { text, problem: null }, checks);
    expect(problems.map(({ problem }) => problem)).toEqual([describeTooLarge('values')]);
    expect([entries, complete]).toEqual([[], false]);
  });
});

describe('UTF-16 is named, whatever its byte order, with or without a mark', () => {
  const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

  test.each([
    ['little endian with a mark', Buffer.from('\uFEFF{}', 'utf16le')],
    ['big endian with a mark', bigEndian('\uFEFF{}')],
    ['little endian', Buffer.from('{"grpc_endpoint": []}', 'utf16le')],
    ['big endian', bigEndian('{"grpc_endpoint": []}')],
    ['the shortest object', Buffer.from('{}', 'utf16le')],
    ['nothing but a mark', Buffer.from([0xff, 0xfe])],
  ])('%s', async (_title, content) => {
    const message = 'the file is UTF-16, expected UTF-8';
    expect(await readFindings(content)).toEqual(refusal('file/not-utf8', message, 'save it as UTF-8'));
  });

  test('but zero bytes alone are not UTF-16', async () => {
    for (const content of ['\0\0\0\0', '{\0', '{"a\0b": 1}'])
      expect((await readFindings(content)).map(({ rule }) => rule)).toEqual(['file/invalid-json']);
  });
});

describe('a file that is not UTF-8 is reported at its first invalid byte', () => {
  test.each([
    ['Latin-1', Buffer.from('{\n "a": "caf\u00E9"}', 'latin1'), 12, '2:11-2:11'],
    ['binary junk', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x80]), 4, '1:5-1:5'],
    ['after an emoji', Buffer.concat([Buffer.from('"🔥'), Buffer.from([0xff])]), 5, '1:4-1:4'],
    ['a surrogate half', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 1, '1:2-1:2'],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 1, '1:2-1:2'],
    // The first bytes of U+FFFD, with which decoders also replace invalid bytes.
    ['a character that breaks off at the end', Buffer.from([0x61, 0xef, 0xbf]), 1, '1:2-1:2'],
    ['a character that breaks off in the middle', Buffer.from([0x22, 0xef, 0xbf, 0x41, 0x22]), 1, '1:2-1:2'],
    ['an invalid byte after a valid U+FFFD', Buffer.from([0x22, 0xef, 0xbf, 0xbd, 0x80]), 4, '1:3-1:3'],
  ])('%s', async (_title, bytes, offset, at) => {
    const message = `the file is not UTF-8: invalid byte at offset ${offset}`;
    expect(await readFindings(bytes)).toEqual(refusal('file/not-utf8', message, 'save it as UTF-8', at));
  });

  test('all of Unicode passes, U+FFFD too', async () => {
    expect(await readFindings('{"a": "é\uFFFD漢字🔥\u{10FFFF}"}')).toEqual([]);
  });
});

describe('only regular files are read', () => {
  const unreadable = (reason: string) =>
    refusal(
      'file/unreadable',
      `the file cannot be read: ${reason}`,
      'make it a regular file, and allow it to be read',
    );

  test('a directory in place of the file', async () => {
    const directory = await createDirectory();
    await mkdir(join(directory, checkedPath), { recursive: true });
    expect(await check(directory)).toEqual(unreadable('it is a directory'));
  });

  // Opening a pipe or a socket would wait for its other end.
  test('a socket', async () => {
    const directory = await createDirectory({ 'chain/example/other.json': '{}' });
    const server = createServer().listen(join(directory, checkedPath));
    onTestFinished(() => new Promise((closed) => server.close(() => closed())));
    await new Promise((listening) => server.once('listening', listening));
    expect(await check(directory)).toEqual(unreadable('it is not a regular file'));
  });

  test.each([
    ['a link to a file of the registry', '../../draft.json'],
    ['a link to nothing', 'missing.json'],
    ['a link to itself', 'param.json'],
  ])('%s', async (_title, target) => {
    const directory = await createDirectory({ 'draft.json': '{}', 'chain/example/other.json': '{}' });
    await symlink(target, join(directory, checkedPath));
    expect(await check(directory)).toEqual(
      refusal(
        'file/symlink',
        'the file, or a directory above it, is a symbolic link',
        'replace the link with the file itself',
      ),
    );
  });
});

async function check(directory: string): Promise<ReportedFinding[]> {
  const { findings } = await checkRegistry([directory], { network: false });
  return findings.map(describeFinding);
}

describe('a file that an argument names is read', () => {
  test('up to its limit', async () => {
    const path = join(await createDirectory({ file: '12345' }), 'file');
    expect(readArgument(path, 5).toString()).toBe('12345');
    expect(() => readArgument(path, 4)).toThrow(expect.objectContaining({ code: 'EFBIG' }));
  });

  test.skipIf(process.platform === 'win32')('even if it is a pipe, or has no end', async () => {
    const pipe = join(await createDirectory({}), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const text = 'a'.repeat(100_000);
    spawn('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, pipe]);
    expect(readArgument(pipe).toString()).toBe(text);
    expect(() => readArgument('/dev/zero')).toThrow(expect.objectContaining({ code: 'EFBIG' }));
  });
});
