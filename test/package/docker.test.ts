import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');

/** The output of the linter, with the line. */
function lint(text: string) {
  return validate(text).map(({ range, message }) => ({ line: range.start.line + 1, message }));
}

describe('deploy/Dockerfile', () => {
  test('the linter accepts it', () => {
    expect(lint(dockerfile)).toEqual([]);
    // The linter finds errors.
    expect(lint(dockerfile.replace('COPY . .', 'COPY .'))).toHaveLength(1);
  });

  test('the user in the container is not root', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*$/m);
  });
});
