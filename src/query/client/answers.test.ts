import { describe, expect, test } from 'vitest';
import { createClient, fail } from '../../../test/support/query-service.js';
import { json, serve } from '../../../test/support/web-servers.js';
import { answerExamples } from '../../../test/support/answer-examples.js';
import type { HoldersPage } from './index.js';

const [page] = answerExamples.holders;

async function serveHolders(answer: unknown) {
  const { origin } = await serve(json(answer));
  const read = (validateAnswers: boolean) =>
    createClient(origin, { validateAnswers }).holders('kava', { denom: 'ukava' });
  return read;
}

describe('answers', () => {
  test('are typed', async () => {
    const read = await serveHolders(page);
    const { holders, asOf }: HoldersPage = await read(false);
    const [first] = holders;
    expect([first?.address, asOf.height]).toEqual(['kava1example', 1_048_577]);
    // @ts-expect-error: there is no such field.
    expect(first?.balance).toBeUndefined();
  });

  test('are not checked by default, since services differ', async () => {
    const read = await serveHolders([{ owner: 'kava1' }]);
    expect(await read(false)).toEqual([{ owner: 'kava1' }]);
  });

  test('keep fields that the schema does not name', async () => {
    const more = { ...page, more: [1], holders: [{ ...page.holders[0], label: 'a' }] };
    expect(await (await serveHolders(more))(true)).toEqual(more);
  });

  test('are refused if a field has another type and validateAnswers is set', async () => {
    const answer = { ...page, holders: [{ address: 'a', amount: 1 }] };
    const error = await fail((await serveHolders(answer))(true));
    expect(error).toMatchObject({ reason: 'invalid-answer', status: 200, body: JSON.stringify(answer) });
    const detail = '/holders/0/amount must be string';
    expect(error.errors).toEqual([detail]);
    expect(error.message).toBe(`holders: the answer does not match the OpenAPI schema: ${detail}`);
  });

  test('an error of the schema repeats no token', async () => {
    const error = await fail((await serveHolders({ ...page, limit: 'secret-token' }))(true));
    expect(error).toMatchObject({ reason: 'invalid-answer', errors: ['/limit must be integer'] });
  });
});
