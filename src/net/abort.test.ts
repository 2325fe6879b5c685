import { getEventListeners, once } from 'node:events';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { aborted, createAbortController, raceAbort, withLimit } from './abort.js';

const forever = new Promise<never>(() => undefined);
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

test('any number of contexts may listen to a signal, without a warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const { signal } = createAbortController();
  for (let count = 0; count < 20; count++) signal.addEventListener('abort', () => undefined);
  await setImmediate();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

describe('a promise is waited for until the signal aborts', () => {
  test('its result or error, if it settles first', async () => {
    const { signal } = createAbortController();
    expect(await raceAbort(Promise.resolve(1), signal)).toBe(1);
    await expect(raceAbort(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
    expect(listeners(signal)).toBe(0);
  });

  test('not after the abort', async () => {
    const controller = createAbortController();
    const race = raceAbort(forever, controller.signal);
    expect(listeners(controller.signal)).toBe(1);
    controller.abort();
    expect(await race).toBe(aborted);
    expect(await raceAbort(forever, controller.signal)).toBe(aborted);
  });
});

describe('a limit ends', () => {
  test('by itself', async () => {
    const limit = withLimit(createAbortController().signal, 1);
    await once(limit.signal, 'abort');
    limit.clear();
  });

  test('with its parent, at once if that has already ended', () => {
    const parent = createAbortController();
    const limit = withLimit(parent.signal, 60_000);
    expect(limit.signal.aborted).toBe(false);
    parent.abort();
    expect(limit.signal.aborted).toBe(true);
    const late = withLimit(parent.signal, 60_000);
    expect(late.signal.aborted).toBe(true);
    limit.clear();
    late.clear();
  });

  test('no longer once it is released', async () => {
    const parent = createAbortController();
    const limit = withLimit(parent.signal, 1);
    limit.clear();
    await sleep(20);
    parent.abort();
    expect(limit.signal.aborted).toBe(false);
    expect(listeners(parent.signal)).toBe(0);
  });
});
