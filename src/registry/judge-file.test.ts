import { expect, test } from 'vitest';
import { checkFile } from '../../test/support/registry-files.js';

test.each(['', ' ', '\u00a0', '\u200b', '\u3164', '\u2800', '\ufe0f\u00ad'])(
  'a provider of invisible characters is empty: %j',
  async (provider) => {
    const { findings } = await checkFile(
      JSON.stringify({ evm_rpc_endpoint: [{ provider, url: 'https://a.example' }] }),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['entry/provider-empty']);
  },
);
