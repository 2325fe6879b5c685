import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');

/** What the linter says, with the line. */
function lint(text: string) {
  return validate(text).map(({ range, message }) => ({ line: range.start.line + 1, message }));
}

describe('deploy/Dockerfile', () => {
  test('the linter has nothing against it', () => {
    expect(lint(dockerfile)).toEqual([]);
    // And would have.
    expect(lint(dockerfile.replace('COPY . .', 'COPY .'))).toHaveLength(1);
  });

  test('the user in the container is not root', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*$/m);
  });
});
