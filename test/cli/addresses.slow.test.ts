import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { listen } from '../../src/sandbox/server.js';
import { runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { use } from '../support/servers.js';

/** Spellings of loopback and private addresses, as a file may hold them. */
const hosts = `
  127.0.0.1 127.1 127.0.1 127.127.127.127 0.0.0.0 0 00.0.0.0 0x0 0x7f000001 0x7f.1
  0X7F.0.0.1 0x7f.0x0.0x0.0x1 2130706433 017700000001 0177.0.0.1 0177.1 127.0.0.1. 127.00.0.1
  １２７.0.0.1 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1 127.0.0.1%00 127.0.0.1%2f 0000127.0.0.1
  localhost LOCALHOST localhost. node.localhost ｌocalhost localhost%2e localhost\u00ad
  [::1] [::] [0:0:0:0:0:0:0:1] [0000::0001] [::0001] [::ffff:127.0.0.1] [::ffff:7f00:1]
  [::127.0.0.1] [::7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1]
  [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fe80::1%25lo] [fe80::1%lo]
  [fc00::1] [fd00::1] [fec0::1] [ff02::1] [100::1] [2001:db8::1] [::ffff:0:127.0.0.1] ::1
  10.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1 198.18.0.1
  192.0.0.1 192.0.2.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16
  user@127.0.0.1 example.com@127.0.0.1 127.0.0.1#@example.com 127.0.0.1\\@example.com 127.0.0.1?.example.com
`
  .trim()
  .split(/\s+/);

describe('no spelling of a private address is probed', () => {
  test('in gRPC and EVM entries', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    const { port } = await use(listen(server));
    // One file each, since at most a hundred problems of a file are reported.
    const directory = await createDirectory(
      Object.fromEntries(
        hosts.map((host, index) => [
          `chain/c${index}/param.json`,
          formatParam({
            grpc: [`${host}:${port}`],
            evm: [`https://${host}:${port}/`, `https:${host}:${port}`],
          }),
        ]),
      ),
    );
    const { report } = await runForReport([], { cwd: directory });
    const refused = report.endpoints.map(({ url, verdict }, index) => {
      const rules = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
      const reported = rules.some((rule) => rule === 'net/blocked-address' || rule.startsWith('entry/'));
      return reported && (verdict === 'fail' || verdict === 'invalid')
        ? 'refused'
        : `${url}: ${verdict}, ${rules.join()}`;
    });
    expect(refused).toEqual(hosts.flatMap(() => ['refused', 'refused', 'refused']));
    expect(connections).toBe(0);
  });
});
