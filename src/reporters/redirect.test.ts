import { describe, expect, test } from 'vitest';
import { endpoint, finding, listTextReporters, report } from '../../test/support/report-samples.js';
import { render } from './index.js';

const names = listTextReporters('messages');

/** A listed url, and where its server sends everyone. */
function redirected(url: string, to: string, rule = 'http/redirect') {
  const found = finding({
    rule,
    message: `the server redirects to ${to} (HTTP 301)`,
    hint: `list ${to}`,
    data: { status: 301, location: to, followed: to },
  });
  return report([endpoint({ url })], [found]);
}

describe('the url to list after a redirect', () => {
  test.each(names)('is shown whole by %s: its server tells it to everyone', async (name) => {
    const to = 'https://a.example.com/0123456789abcdef/?x=1';
    const rendered = await render(redirected('https://a.example.com/rpc', to), name);
    expect(rendered).toContain('/0123456789abcdef/?x=1');
    expect(rendered).not.toContain('x=*');
  });

  test.each([
    ['a parameter', 'https://a.example.com/rpc?key=secret1', 'https://a.example.com/rpc/?x=1&key=secret1'],
    ['a path', 'https://a.example.com/0123456789abcdef', 'https://a.example.com/0123456789abcdef/?x=1'],
    [
      'another place',
      'https://a.example.com/0123456789abcdef',
      'https://a.example.com/?x=1&k=0123456789abcdef0',
    ],
    ['an escape', 'https://a.example.com/?key=sec%72et12', 'https://a.example.com/?x=1&key=secret12'],
  ])('hides repeated keys of the listed url: %s', async (_, url, to) => {
    const rendered = await render(redirected(url, to), 'pretty');
    expect(rendered).toContain('x=1');
    expect(rendered).not.toMatch(/secret|0123456789abcdef/);
  });

  test('hides its login', async () => {
    const rendered = await render(
      redirected('https://a.example.com/', 'https://u:secret@a.example.com/?x=1'),
      'pretty',
    );
    expect(rendered).not.toContain('secret');
  });

  test.each(names)('is escaped by %s like all untrusted text', async (name) => {
    const to = 'https://a.example.com/?x=\x1b[31m\u202e</script><b>';
    const rendered = await render(redirected('https://a.example.com/rpc', to), name);
    expect(rendered).not.toMatch(/\x1b|\u202e/);
    if (name === 'html' || name === 'junit') expect(rendered).not.toContain('</script><b>');
  });

  test('and other rules hide keys in urls as always', async () => {
    const to = 'https://a.example.com/?x=1';
    expect(await render(redirected('https://a.example.com/rpc', to, 'net/refused'), 'pretty')).not.toContain(
      'x=1',
    );
  });
});
