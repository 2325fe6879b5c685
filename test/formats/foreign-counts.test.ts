import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages, makeForeignRegistry } from '../../bench/support/registries.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

/** The text before an address, by the language of a registry. */
const marks = { YAML: /- http: (\S+)/g, TOML: /_rpc = "(.*?)"/g, JavaScript: /"(https:.*?)"/g } as const;

const entryCount = 40;

test.each(languages)(
  'every entry of a registry in %s is read that a search in the text finds',
  async (language) => {
    const files = makeForeignRegistry(language, entryCount);
    const cwd = await createDirectory({ ...files, '.git/HEAD': '' });
    const { report } = await runForReport(['--no-network'], { cwd });
    const naive = Object.entries(files).flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          [...line.matchAll(marks[language])].map(([, url = '']) => `${join(path)}:${at + 1} ${url}`),
        ),
    );
    expect(naive).toHaveLength(entryCount);
    const read = report.endpoints.map(
      ({ file, line, url }) => `${join(file ?? '')}:${line ?? 0} ${url ?? ''}`,
    );
    expect(read.sort()).toEqual(naive.sort());
    expect(report.endpoints.filter(({ claim }) => claim === null)).toEqual([]);
    expect(report.findings).toEqual([]);
  },
);
