import { describe, expect, test } from 'vitest';
import { evmRules } from './index.js';

describe('messages of the EVM rules contain what is known', () => {
  test('an empty answer is called empty', () => {
    const { message } = evmRules['evm/not-json'];
    expect(message({ contentType: 'text/html', begins: '' })).toBe('the answer is empty');
    expect(message({ contentType: 'text/html', begins: '<html>' })).toBe(
      'expected JSON, got a web page (text/html) that begins with "<html>"',
    );
    expect(message({ contentType: 'text/plain', begins: 'ok' })).toBe(
      'expected JSON, got text/plain that begins with "ok"',
    );
  });

  test('an error without a message', () => {
    const { message } = evmRules['evm/rpc-error'];
    expect(message({ call: 'x', code: 1, detail: '' })).toBe('x failed: error 1');
    expect(message({ call: 'x', code: 1, detail: 'y' })).toBe('x failed: error 1, "y"');
  });
});
