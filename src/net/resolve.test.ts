import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type DnsAnswer, startDnsServer } from '../../test/support/sockets.js';
import { createDirectory } from '../../test/support/directory.js';
import type { Result } from '../model/failure.js';
import { createAbortController } from './abort.js';
import { createResolver, type ResolveOptions, isSpecialUse } from './resolve.js';

const never = createAbortController().signal;

/** Resolves with a hosts file of the test's own instead of the machine's. */
async function resolve(host: string, options: Partial<ResolveOptions> = {}) {
  const directory = await createDirectory({
    hosts: '# names\n192.0.2.9 other\n93.184.216.34 Listed.example alias\n',
  });
  return createResolver({ allowPrivate: false, hostsFile: `${directory}/hosts`, ...options }, never)(
    host,
    never,
  );
}

/** The addresses, or the failure and its code. */
function format(answer: Result<readonly string[]>): string {
  if (answer.ok) return answer.value.join();
  const { code, data } = answer.failure;
  return 'code' in data ? `${code} ${data.code}` : code;
}

describe('a name is resolved to all its addresses, IPv4 first', () => {
  test('from the name server', async () => {
    const server = await startDnsServer(() => ['2606:2800:220:1::1', '93.184.216.34', '93.184.216.35']);
    const answer = await resolve('example.com', { servers: [server.address] });
    expect(answer).toEqual({ ok: true, value: ['93.184.216.34', '93.184.216.35', '2606:2800:220:1::1'] });
    expect([...server.queries].sort()).toEqual(['A example.com', 'AAAA example.com']);
  });

  test('from the hosts file, in any case, without a query', async () => {
    const server = await startDnsServer(() => 'NXDOMAIN');
    expect(await resolve('listed.example', { servers: [server.address] })).toEqual({
      ok: true,
      value: ['93.184.216.34'],
    });
    expect(server.queries).toEqual([]);
  });

  test.each<[string, string, readonly string[]]>([
    [
      'several lines',
      '93.184.216.34 a.example\n2606:2800:220:1::1 a.example',
      ['93.184.216.34', '2606:2800:220:1::1'],
    ],
    ['any white space', '  93.184.216.34\t b.example\ta.example  \r\n', ['93.184.216.34']],
    ['a comment after the names', '93.184.216.34 a.example # 1 a.example', ['93.184.216.34']],
  ])('from a hosts file with %s', async (_, hosts, addresses) => {
    const server = await startDnsServer(() => ['93.184.216.99']);
    const directory = await createDirectory({ hosts });
    const options = { hostsFile: `${directory}/hosts`, servers: [server.address] };
    expect(await resolve('a.example', options)).toEqual({ ok: true, value: addresses });
    expect(server.queries).toEqual([]);
  });

  test.each([
    ['only in a remark', '#93.184.216.34 a.example'],
    ['in place of an address', 'a.example 93.184.216.34'],
    ['with an invalid address', '1.2.3 a.example\n fe80::1%lo0 a.example'],
    ['as a part of another', '93.184.216.34 xa.example a.example.com'],
  ])('not from a hosts file that has it %s', async (_, hosts) => {
    const server = await startDnsServer(() => ['93.184.216.99']);
    const directory = await createDirectory({ hosts });
    const options = { hostsFile: `${directory}/hosts`, servers: [server.address] };
    expect(await resolve('a.example', options)).toEqual({ ok: true, value: ['93.184.216.99'] });
  });

  const ownHosts = process.platform === 'win32' ? '' : readFileSync('/etc/hosts', 'utf8');
  const [, ownAddress, ownName] =
    /^([\d.]+|[\da-f:]+)[ \t]+(?:localhost[ \t]+)?((?!localhost)[\w.-]+)/m.exec(ownHosts) ?? [];

  test.runIf(ownName !== undefined)('from the hosts file of the machine', async () => {
    const shared = createResolver({ allowPrivate: true }, never);
    const answer = await shared(ownName?.toLowerCase() ?? '', never);
    expect(answer.ok && answer.value).toContain(ownAddress);
  });

  test('from the name server, if there is no hosts file', async () => {
    const server = await startDnsServer(() => ['93.184.216.99']);
    const options = { hostsFile: `${await createDirectory()}/hosts`, servers: [server.address] };
    expect(await resolve('a.example', options)).toEqual({ ok: true, value: ['93.184.216.99'] });
  });

  test.each(['localhost', 'node.localhost'])('%s is always the loopback', async (host) => {
    const server = await startDnsServer(() => ['93.184.216.34']);
    const answer = await resolve(host, { servers: [server.address], allowPrivate: true });
    expect(answer).toEqual({ ok: true, value: ['127.0.0.1', '::1'] });
    expect(server.queries).toEqual([]);
  });

  test('an address resolves to itself', async () => {
    const server = await startDnsServer(() => 'NXDOMAIN');
    for (const address of ['93.184.216.34', '2606:2800:220:1::1']) {
      expect(await resolve(address, { servers: [server.address] })).toEqual({ ok: true, value: [address] });
    }
    expect(server.queries).toEqual([]);
  });

  test('once per host, however many endpoints it has', async () => {
    const server = await startDnsServer(() => ['93.184.216.34']);
    const shared = createResolver({ allowPrivate: false, servers: [server.address] }, never);
    await Promise.all(Array.from({ length: 20 }, () => shared('example.com', never)));
    expect(server.queries).toHaveLength(2);
  });
});

describe('a name that changes its addresses (DNS rebinding)', () => {
  test('is resolved once: the validated address is the one that is connected to', async () => {
    let answers = 0;
    const server = await startDnsServer(() => (answers++ < 2 ? ['93.184.216.34'] : ['127.0.0.1']));
    const shared = createResolver({ allowPrivate: false, servers: [server.address] }, never);
    expect(await shared('rebind.example.com', never)).toEqual({ ok: true, value: ['93.184.216.34'] });
    expect(await shared('rebind.example.com', never)).toEqual({ ok: true, value: ['93.184.216.34'] });
    expect(server.queries).toHaveLength(2);
  });
});

describe('a host is refused unless every address is public', () => {
  test.each([
    [['10.0.0.1'], '10.0.0.1'],
    [['93.184.216.34', '127.0.0.1'], '127.0.0.1'],
    [['93.184.216.34', '::1'], '::1'],
    [['::ffff:10.0.0.1'], '::ffff:10.0.0.1'],
    [['169.254.169.254'], '169.254.169.254'],
    [['64:ff9b::a00:1'], '64:ff9b::a00:1'],
  ])('%j', async (addresses, refused) => {
    const server = await startDnsServer(() => addresses);
    const answer = await resolve('rebind.example.com', { servers: [server.address] });
    expect(answer.ok ? answer.value : answer.failure).toMatchObject({
      code: 'net/blocked-address',
      data: { host: 'rebind.example.com', address: refused },
    });
  });

  test('with allowPrivate it is accepted', async () => {
    const server = await startDnsServer(() => ['10.0.0.1']);
    const answer = await resolve('a.example.com', { servers: [server.address], allowPrivate: true });
    expect(answer).toEqual({ ok: true, value: ['10.0.0.1'] });
  });
});

test('a name with more than 64 addresses is refused', async () => {
  const list = (count: number) => Array.from({ length: count }, (_, index) => `93.184.216.${index + 1}`);
  let addresses = list(64);
  const server = await startDnsServer(() => addresses);
  expect(await resolve('a.example.com', { servers: [server.address] })).toMatchObject({ ok: true });
  addresses = list(65);
  expect(await resolve('a.example.com', { servers: [server.address] })).toEqual({
    ok: false,
    failure: { code: 'net/too-many-addresses', data: { host: 'a.example.com', count: 65, limit: 64 } },
  });
});

describe("a name that this machine's own resolver answers for proves nothing about the endpoint", () => {
  test.each<[readonly string[], string]>([
    // As one that blocks names does.
    [['0.0.0.0'], '0.0.0.0'],
    [['::'], '::'],
    [['0.0.0.0', '::'], '0.0.0.0'],
    // 93.184.216.34 for a network without IPv4.
    [['64:ff9b::5db8:d822'], '64:ff9b::5db8:d822'],
  ])('%j', async (addresses, code) => {
    const server = await startDnsServer(() => addresses);
    const failure = { code: 'net/dns-failed', data: { host: 'a.example.com', code } };
    expect(await resolve('a.example.com', { servers: [server.address] })).toEqual({ ok: false, failure });
  });

  test('a name blocked in the hosts file', async () => {
    const directory = await createDirectory({ hosts: '0.0.0.0 a.example\n' });
    expect(await resolve('a.example', { hostsFile: `${directory}/hosts` })).toMatchObject({
      failure: { code: 'net/dns-failed', data: { code: '0.0.0.0' } },
    });
  });

  test('a blocked name is not this machine, whatever is allowed', async () => {
    const server = await startDnsServer(() => ['0.0.0.0', '::']);
    const options = { servers: [server.address], allowPrivate: true };
    expect(await resolve('a.example.com', options)).toMatchObject({ failure: { code: 'net/dns-failed' } });
  });

  test('what DNS64 adds to public addresses is left out', async () => {
    const server = await startDnsServer(() => ['93.184.216.34', '64:ff9b::5db8:d822']);
    const answer = await resolve('a.example.com', { servers: [server.address] });
    expect(answer).toEqual({ ok: true, value: ['93.184.216.34'] });
  });

  test.each<[string, readonly string[], string]>([
    ['in the file', ['93.184.216.34'], '0.0.0.0'],
    ['in the file', ['93.184.216.34'], '::'],
    ['in the file', ['93.184.216.34'], '64:ff9b::5db8:d822'],
    // No blocking resolver answers so, and no DNS64 (RFC 6052 section 3.1).
    ['published beside a public one', ['93.184.216.34', '0.0.0.0'], '0.0.0.0'],
    ['published beside a public one', ['93.184.216.34', '::'], '::'],
    ['published beside a public one', ['93.184.216.34', '64:ff9b::a00:1'], '64:ff9b::a00:1'],
    ['published beside one of DNS64', ['10.0.0.1', '64:ff9b::5db8:d822'], '10.0.0.1'],
  ])('but an address %s is refused: %j, %s', async (where, addresses, refused) => {
    const server = await startDnsServer(() => addresses);
    const host = where === 'in the file' ? refused : 'a.example.com';
    expect(await resolve(host, { servers: [server.address] })).toMatchObject({
      failure: { code: 'net/blocked-address', data: { host, address: refused } },
    });
  });
});

describe('name servers are asked in turn until one knows the answer', () => {
  const good = ['93.184.216.34'];

  test.each<[first: DnsAnswer, second: DnsAnswer, expected: string]>([
    ['SERVFAIL', good, '93.184.216.34'],
    ['REFUSED', good, '93.184.216.34'],
    ['NOTIMP', good, '93.184.216.34'],
    ['FORMERR', good, '93.184.216.34'],
    ['SERVFAIL', 'NXDOMAIN', 'net/dns-not-found ENOTFOUND'],
    ['REFUSED', [], 'net/dns-not-found ENODATA'],
    ['REFUSED', 'SERVFAIL', 'net/dns-failed EREFUSED'],
    ['NXDOMAIN', good, '93.184.216.34'],
    [[], good, '93.184.216.34'],
  ])('the first says %j, the second %j', async (first, second, expected) => {
    const servers = [await startDnsServer(() => first), await startDnsServer(() => second)];
    const answer = await resolve('a.example.com', { servers: servers.map(({ address }) => address) });
    expect(format(answer)).toBe(expected);
  });

  test.each<[readonly DnsAnswer[], boolean]>([
    [['NXDOMAIN', 'NXDOMAIN'], false],
    [['NXDOMAIN', []], false],
    [['NXDOMAIN'], true],
    [['NXDOMAIN', 'SERVFAIL'], true],
    [['SERVFAIL', 'NXDOMAIN'], true],
  ])('that a name does not exist is unconfirmed if only one says so: %j', async (answers, isUnconfirmed) => {
    const servers = await Promise.all(answers.map((answer) => startDnsServer(() => answer)));
    const answer = await resolve('a.example.com', { servers: servers.map(({ address }) => address) });
    const found = answer.ok || answer.failure.code !== 'net/dns-not-found' ? null : answer.failure.data;
    expect(found?.isUnconfirmed === true).toBe(isUnconfirmed);
    expect(found).not.toBeNull();
  });

  test('not if the first has an address, though it fails with the other type', async () => {
    const first = await startDnsServer((_name, type) => (type === 'A' ? good : 'SERVFAIL'));
    const second = await startDnsServer(() => good);
    const answer = await resolve('a.example.com', { servers: [first.address, second.address] });
    expect(answer).toEqual({ ok: true, value: good });
    expect(second.queries).toEqual([]);
  });

  test('once if there is one', async () => {
    const server = await startDnsServer(() => 'SERVFAIL');
    await resolve('a.example.com', { servers: [server.address] });
    expect(server.queries).toHaveLength(2);
  });

  test('not at all once the run has ended', async () => {
    const server = await startDnsServer(() => good);
    const options = { allowPrivate: false, servers: [server.address] };
    const answer = await createResolver(options, AbortSignal.abort())('a.example.com', never);
    expect(format(answer)).toBe('net/dns-failed ECANCELLED');
  });

  test('the end of the run ends it', async () => {
    const ending = createAbortController();
    const first = await startDnsServer(() => 'SERVFAIL');
    const second = await startDnsServer(() => {
      ending.abort();
      return 'silence';
    });
    const third = await startDnsServer(() => good);
    const options = { allowPrivate: false, servers: [first.address, second.address, third.address] };
    const answer = await createResolver(options, ending.signal)('a.example.com', never);
    expect(format(answer)).toBe('net/dns-failed ESERVFAIL');
    expect(third.queries).toEqual([]);
    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  });
});

describe.concurrent('a name server that is silent is waited for, and then', () => {
  test.for<[what: string, answers: readonly DnsAnswer[], expected: string]>([
    ['it has failed', ['silence'], 'net/dns-failed ECANCELLED'],
    ['what an earlier one says counts', ['SERVFAIL', 'silence'], 'net/dns-failed ESERVFAIL'],
    ['the next one is asked', ['SERVFAIL', 'silence', ['93.184.216.34']], '93.184.216.34'],
    ['two others confirm', ['silence', 'NXDOMAIN', 'NXDOMAIN'], 'net/dns-not-found ENOTFOUND'],
  ])('%s: %j', async ([, answers, expected], { expect, onTestFinished: onEnd }) => {
    const servers = await Promise.all(answers.map((answer) => startDnsServer(() => answer, onEnd)));
    const options = { allowPrivate: false, servers: servers.map(({ address }) => address) };
    const answer = await createResolver(options, never)('a.example.com', never);
    expect(format(answer)).toBe(expected);
    expect(answer).not.toMatchObject({ failure: { data: { isUnconfirmed: true } } });
  });
});

describe('failures of a name server are distinguished', () => {
  test.each([
    ['a name that does not exist', 'NXDOMAIN', 'net/dns-not-found', 'ENOTFOUND'],
    ['a name without addresses', [], 'net/dns-not-found', 'ENODATA'],
    ['a server that fails', 'SERVFAIL', 'net/dns-failed', 'ESERVFAIL'],
  ] as const)('%s', async (_name, reply, rule, code) => {
    const server = await startDnsServer(() => reply);
    const answer = await resolve('gone.example.com', { servers: [server.address] });
    expect(answer).toMatchObject({ failure: { code: rule, data: { host: 'gone.example.com', code } } });
  });

  test.each<[DnsAnswer, DnsAnswer, string]>([
    ['SERVFAIL', 'NXDOMAIN', 'net/dns-failed ESERVFAIL'],
    ['NXDOMAIN', 'SERVFAIL', 'net/dns-failed ESERVFAIL'],
    ['SERVFAIL', [], 'net/dns-failed ESERVFAIL'],
    [[], 'SERVFAIL', 'net/dns-failed ESERVFAIL'],
    ['NXDOMAIN', [], 'net/dns-not-found ENOTFOUND'],
    [[], 'NXDOMAIN', 'net/dns-not-found ENOTFOUND'],
    [['93.184.216.34'], 'SERVFAIL', '93.184.216.34'],
    ['SERVFAIL', ['2606:2800:220:1::1'], '2606:2800:220:1::1'],
  ])('A records %j, AAAA records %j', async (v4, v6, expected) => {
    const server = await startDnsServer((_name, type) => (type === 'A' ? v4 : v6));
    const answer = await resolve('a.example.com', { servers: [server.address] });
    expect(format(answer)).toBe(expected);
  });

  test.each(['invalid', 'node.invalid'])('%s exists nowhere, and no query is sent', async (host) => {
    const server = await startDnsServer(() => ['93.184.216.34']);
    const answer = await resolve(host, { servers: [server.address] });
    expect(answer).toEqual({
      ok: false,
      failure: { code: 'net/dns-not-found', data: { host, code: 'ENOTFOUND' } },
    });
    expect(server.queries).toEqual([]);
  });

  test('a failure of the server is not cached', async () => {
    let reply: 'SERVFAIL' | string[] = 'SERVFAIL';
    const server = await startDnsServer(() => reply);
    const shared = createResolver({ allowPrivate: false, servers: [server.address] }, never);
    expect((await shared('example.com', never)).ok).toBe(false);
    reply = ['93.184.216.34'];
    expect(await shared('example.com', never)).toEqual({ ok: true, value: ['93.184.216.34'] });
  });

  test('an abort ends a query without an answer', async () => {
    const ending = createAbortController();
    const server = await startDnsServer(() => {
      ending.abort();
      return 'silence';
    });
    const options = { allowPrivate: false, servers: [server.address] };
    expect(await createResolver(options, ending.signal)('example.com', never)).toEqual({
      ok: false,
      failure: { code: 'net/dns-failed', data: { host: 'example.com', code: 'ECANCELLED' } },
    });
    expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  });

  test('an entry whose budget is used up does not wait', async () => {
    const server = await startDnsServer(() => 'silence');
    const shared = createResolver({ allowPrivate: false, servers: [server.address] }, never);
    const answer = await shared('example.com', AbortSignal.timeout(50));
    expect(answer).toEqual({
      ok: false,
      failure: { code: 'net/dns-failed', data: { host: 'example.com', code: 'ETIMEOUT' } },
    });
  });
});

test.each([
  ['a.invalid', true],
  ['printer.local', true],
  ['gateway.home.arpa', true],
  ['test', true],
  ['rpc.example.com', false],
  ['mytest', false],
  ['local.dev', false],
])('whether %s is asked about in public: it is of special use: %j', (host, expected) => {
  expect(isSpecialUse(host)).toBe(expected);
});
