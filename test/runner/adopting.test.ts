import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameInRegistry } from '../formats/naive-readers.js';
import { runPullRequest } from './pull-request.js';
import { findExamples, getWorkflow } from '../support/documents.js';
import type { Changes } from '../support/repository.js';

/** The files of a real registry (fixtures/real), by their paths there. */
async function readRealRegistry(name: string): Promise<Record<string, Buffer>> {
  const directory = join('fixtures/real', name);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (file): Promise<[string, Buffer]> => [
    nameInRegistry(relative(directory, file).replaceAll(sep, '/')),
    await readFile(file),
  ]);
  return Object.fromEntries(await Promise.all(read));
}

const page = 'docs/adopting.md';
const [keplrExclusions = '', exclusions = ''] = findExamples('jsonc')
  .filter((example) => example.page === page)
  .map(({ code }) => code);
const exclusionFile = '.github/endpoint-exclusions.jsonc';

/** Runs the workflow of the page on a pull request to a real registry. Nothing is probed. */
function submit(base: Changes, changes: Changes, inputs: Readonly<Record<string, string>> = {}) {
  return runPullRequest({
    workflow: getWorkflow(`${page}: chain-registry-pull-requests`),
    inputs: { ...inputs, network: false },
    base: { [exclusionFile]: exclusions, ...base },
    changes,
  });
}

/** Replaces the first place where a file holds a text. Returns the file, and the line of that place. */
function edit(file: Buffer | undefined, from: string, to: string) {
  const text = file?.toString() ?? '';
  const at = text.indexOf(from);
  if (at < 0) throw new Error(`the file does not hold ${from}`);
  return {
    text: text.slice(0, at) + to + text.slice(at + from.length),
    line: text.slice(0, at).split('\n').length,
  };
}

/** The annotations in a log of act, without the texts. */
function listAnnotations(log: string): string[] {
  return [...log.matchAll(/::(error|warning|notice) ([^:]*)::/g)].map(
    ([, severity = '', properties = '']) => {
      const [, file = ''] = /file=([^,]*)/.exec(properties) ?? [];
      const [, line = ''] = /(?:^|,)line=(\d+)/.exec(properties) ?? [];
      return `${severity} ${decodeURIComponent(file)}:${line}`;
    },
  );
}

describe('cosmos/chain-registry', () => {
  const path = 'babylon/chain.json';
  const [entry = ''] = findExamples('json')
    .filter((example) => example.page === page)
    .map(({ code }) => code.trim());

  test('a broken entry fails the pull request on its line, and older findings are hidden', async () => {
    const files = await readRealRegistry('chain-registry');
    const { text, line } = edit(files[path], '"grpc": [\n', `"grpc": [\n      ${entry},\n`);
    const { log, exitCode, outputs, report } = await submit(files, { [path]: text });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ verdict: 'fail', invalid: '1', errors: '1' });
    expect(listAnnotations(log)).toEqual([`error ${path}:${line + 1}`]);
    // As on the page.
    expect(log).toContain('expected https on port 443, got http://');
    expect(log).toContain('Fix: write grpc.kava.example.com:443');
    expect(log).toMatch(/[1-9]\d* findings that were there before are not shown/);
    // The entry below it is older.
    const errors = report?.findings.filter(({ file, severity }) => file === path && severity !== 'notice');
    expect(errors?.map((found) => [found.rule, found.severity, found.line, found.baselineState])).toEqual([
      ['entry/url-scheme', 'error', line + 1, 'new'],
      ['entry/url-path', 'warning', line + 3, 'unchanged'],
    ]);
  });

  test('a pull request that changes no endpoint passes, so that the check can be required', async () => {
    const base = await readRealRegistry('chain-registry');
    const { log, exitCode, outputs } = await submit(base, { 'README.md': 'Chains.\n' });
    expect({ log: exitCode === 0 ? '' : log, exitCode }).toEqual({ log: '', exitCode: 0 });
    expect(outputs).toMatchObject({ verdict: 'pass' });
    expect(listAnnotations(log)).toEqual([]);
  });
});

test('chainapsis/keplr-chain-registry: entries of cosmos/ and of evm/, whose names hold a colon', async () => {
  const files = await readRealRegistry('keplr');
  const base = { ...files, [exclusionFile]: keplrExclusions };
  const cosmos = edit(files['cosmos/agoric.json'], '"rest": "https:', '"rest": "http:');
  const evm = edit(files['evm/eip155:1.json'], '"wss:', '"https:');
  const { log, exitCode, outputs } = await submit(base, {
    'cosmos/agoric.json': cosmos.text,
    'evm/eip155:1.json': evm.text,
  });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ verdict: 'fail' });
  // The addresses before the edit are gone.
  expect(listAnnotations(log).sort()).toEqual([
    `error cosmos/agoric.json:${cosmos.line}`,
    `error evm/eip155:1.json:${evm.line}`,
    'notice :',
  ]);
});

test('ethereum-lists/chains: a placeholder for a key is skipped, a url without scheme is an error', async () => {
  const path = '_data/chains/eip155-100.json';
  const base = await readRealRegistry('ethereum-lists');
  const added = '"https://example.com/v3/${INFURA_API_KEY}",\n    "example.com/rpc",\n    ';
  const { text, line } = edit(
    base[path],
    '"https://rpc.gnosischain.com"',
    `${added}"https://rpc.gnosischain.com"`,
  );
  const { log, exitCode, report } = await submit(base, { [path]: text });
  expect(exitCode).toBe(1);
  expect(listAnnotations(log)).toEqual([`error ${path}:${line + 1}`]);
  const verdicts = report?.endpoints.filter(({ url }) => url?.includes('example.com'));
  expect(verdicts?.map(({ verdict }) => verdict)).toEqual(['skipped', 'invalid']);
});

test('osmosis-labs/assetlists: a zone in a directory that the input names', async () => {
  const { 'osmosis.zone_chains.json': zone = Buffer.alloc(0) } = await readRealRegistry('zone-chains');
  const path = 'osmosis-1/osmosis.zone_chains.json';
  const { text, line } = edit(zone, '"rest": "https:', '"rest": "ftp:');
  const base = { [path]: zone, 'osmo-test-5/osmosis.zone_chains.json': zone };
  const { log, exitCode } = await submit(base, { [path]: text }, { paths: 'osmosis-1\nosmo-test-5' });
  expect(exitCode).toBe(1);
  expect(listAnnotations(log)).toEqual([`error ${path}:${line}`, `notice ${path}:`]);
});
