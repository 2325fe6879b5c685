import { describe, expect, test } from 'vitest';
import type { Finding } from '../model/finding.js';
import { endpoint, finding, plain, report } from '../../test/support/report-samples.js';
import { render as renderGithub } from './github.js';

function lines(...args: Parameters<typeof report>): string[] {
  return renderGithub(report(...args), { ...plain, pathPrefix: 'registry/' }).split('\n');
}

describe('a finding annotates its line', () => {
  test('without an end column if it ends on another line', () => {
    expect(lines([endpoint()], [finding({ endLine: 5 })])[0]).toContain(',line=3,endLine=5,col=34,title=');
  });

  test('with an end column that is not before the first', () => {
    expect(lines([endpoint()], [finding({ column: 4, endColumn: 4 })])[0]).toContain('col=4,endColumn=4,');
  });
});

describe('annotations that the runner would drop are counted instead', () => {
  const many = (count: number, severity: 'error' | 'warning') =>
    Array.from({ length: count }, (_, at) => finding({ severity, message: `${severity} ${at + 1} of them` }));

  test('ten of a severity, the most severe first', () => {
    const shown = lines([endpoint()], [...many(11, 'warning'), ...many(12, 'error')]);
    expect(shown.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(shown.filter((line) => line.startsWith('::warning'))).toHaveLength(10);
    expect(shown[9]).toContain('error 10 of them');
    expect(shown[10]).toMatch(/^2 more errors are not annotated \(GitHub allows 10 per step\)/);
    expect(shown[11]).toMatch(/^::warning .*warning 1 of them/);
    expect(shown[21]).toMatch(/^1 more warning is not annotated/);
  });

  test('of the same severity, new findings come first', () => {
    const older = many(10, 'warning').map((warning): Finding => ({ ...warning, baselineState: 'unchanged' }));
    const fresh = finding({ severity: 'warning', message: 'mine', baselineState: 'new' });
    const text = renderGithub(report([endpoint()], [...older, fresh]), plain);
    expect(text.split('\n')[0]).toContain('::mine%0A');
    expect(text).toContain('1 more warning is not annotated');
  });

  test('ten need no count', () => {
    expect(lines([endpoint()], many(10, 'error'))[10]).toBe('1 failed (1 endpoint in 1 file, 1.2 s)');
  });

  test('a message is never longer than 4,096 characters', () => {
    const longest = '\u202e'.repeat(1_000);
    const [line = ''] = lines([endpoint()], [finding({ message: longest, hint: longest })]);
    expect(decodeURIComponent(line.slice(line.indexOf('::', 2) + 2)).length).toBeLessThan(4_097);
  });
});

describe('a notice about files that claim no chain id', () => {
  const missing = finding({ rule: 'file/chain-id-missing', severity: 'notice', endpoint: null });

  test('is at the line of a single one', () => {
    expect(lines([], [missing])[0]).toMatch(/^::notice file=.*title=file\/chain-id-missing::nothing listens/);
  });
});

describe('untrusted text is no command', () => {
  test.each([
    ['100%', '100%25'],
    ['a\r\n::error::b', 'a\\x0d\\x0a::error::b'],
    ['##[error]x', '# #[error]x'],
  ])('%j in a message', (message, shown) => {
    expect(lines([endpoint()], [finding({ message })])[0]).toContain(`::${shown}%0A`);
  });

  test('in the name of a file', () => {
    const name = 'chain/a,line=1::b%\n/param.json';
    const [line] = lines([endpoint()], [finding({ file: name })], [name]);
    expect(line).toContain('file=registry/chain/a%2Cline=1%3A%3Ab%25\\x0a/param.json,line=3,');
  });
});
