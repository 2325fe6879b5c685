import { expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { token } from '../support/query-service.js';
import { answerQuery, serve } from '../support/web-servers.js';

test('a list without end takes no more memory than a page', async () => {
  // Together they take twice the heap that the program may use.
  const padding = 'x'.repeat(300_000);
  const pages = 600;
  const { origin, requested } = await serve(
    answerQuery((_, index) => ({
      list: [index],
      padding,
      next: index + 1 < pages ? `${index}${'y'.repeat(4_000)}` : null,
    })),
  );
  const args = ['query', 'holders', 'kava', '--denom', 'ukava', '--all', '--base-url', origin];
  const env = { ENDPOINT_CHECK_TOKEN: token, NODE_OPTIONS: '--max-old-space-size=90' };
  const { stdout, stderr, exitCode } = await runCli(args, { env });
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(stdout.trimEnd().split('\n').map(Number)).toEqual(Array.from({ length: pages }, (_, at) => at));
  expect(requested).toHaveLength(pages);
});
