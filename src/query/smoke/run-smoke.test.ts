import { describe, expect, test } from 'vitest';
import { rules } from '../../engine/rule-catalogue.js';
import type { Finding } from '../../model/finding.js';
import type { JsonObject } from '../../model/json.js';
import { writeActionInput } from '../../model/write-option.js';
import { toServiceFinding } from './run-smoke.js';

const ofAction = { writeOption: writeActionInput, tokenSource: 'api-token' };

function createFinding(rule: string, data: JsonObject = {}): Finding {
  const nowhere = { file: null, pointer: null, line: null, column: null, endLine: null, endColumn: null };
  return {
    ...{ ...nowhere, rule, severity: 'error', message: 'the message', hint: 'the hint' },
    ...{ fix: null, endpoint: 0, baselineState: null, data },
  };
}

describe('findings of the smoke test are about a query service', () => {
  // Rules that cannot occur: no proxy, no registry, no pages of other origins, and those of gRPC.
  const impossible = [
    'net/dns-failed',
    'net/offline',
    'net/blocked-address',
    'net/proxy-failed',
    'http/plaintext',
    'http/no-cors',
  ];
  const codes = rules
    .map(({ code }) => code)
    .filter((code) => /^(net|http)\//.test(code) && !impossible.includes(code));

  test.each(codes.filter((code) => code !== 'http/forbidden'))('%s has a hint to its operator', (code) => {
    const { hint } = toServiceFinding(createFinding(code), ofAction);
    expect(hint).not.toBe('the hint');
    expect(hint).not.toMatch(/\b(node|Cosmos|gRPC|JSON-RPC|entry|list)\b/);
  });

  test('an error has its status and the detail that the service reports', () => {
    const { message } = toServiceFinding(
      createFinding('http/status', { status: 500, detail: 'no disk' }),
      ofAction,
    );
    expect(message).toBe('the service answered HTTP 500: no disk');
  });

  test('a service that explains an error runs, so its nodes may have failed', () => {
    const [silent, explained] = [{ status: 502 }, { status: 502, detail: 'no gRPC endpoint answered' }].map(
      (data) => toServiceFinding(createFinding('http/upstream-down', data), ofAction).hint,
    );
    expect(silent).toMatch(/^start the service/);
    expect(explained).toMatch(/^check the log of the service, and the endpoints/);
  });

  test('an option is named as its reader sets it', () => {
    const { hint } = toServiceFinding(createFinding('net/response-timeout'), ofAction);
    expect(hint).toContain('; timeout gives it more time');
  });

  test('rules of the smoke test keep their own wording', () => {
    expect(toServiceFinding(createFinding('query/nothing-there'), ofAction)).toMatchObject({
      message: 'the message',
      hint: 'the hint',
    });
  });
});
