import { describe, expect, test } from 'vitest';
import { writeActionInput, writeCommandLineOption, writeLibraryOption } from './write-option.js';

describe('a message names an option as its reader sets it', () => {
  test.each([
    ['allowPrivate', undefined, '--allow-private', 'allow-private', 'allowPrivate'],
    ['allowPrivate', true, '--allow-private', 'allow-private: true', 'allowPrivate: true'],
    ['network', false, '--no-network', 'network: false', 'network: false'],
    ['format', 'keplr', '--format keplr', 'format: keplr', "format: 'keplr'"],
    ['timeout', undefined, '--timeout', 'timeout', 'timeoutMs'],
  ])('%s, %s', (name, value, ...written) => {
    const ways = [writeCommandLineOption, writeActionInput, writeLibraryOption];
    expect(ways.map((write) => write(name, value))).toEqual(written);
  });
});
