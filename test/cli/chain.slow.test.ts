import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAnvil } from '../support/anvil.js';
import { runForReport } from '../support/command-line.js';
import { formatParam } from '../support/directory.js';
import { createRepository } from '../support/repository.js';
import { createTrust } from '../support/servers.js';

/** Real EVM nodes of these chains behind TLS, which entries of a file must have. */
async function startNodes(chainIds: readonly number[]) {
  const trust = await createTrust();
  const options = await trust.issue();
  const urls = await Promise.all(
    chainIds.map(async (chainId) => {
      const port = await startAnvil('--chain-id', String(chainId));
      const front = tls.createServer(options, (socket) => {
        const node = net.connect(port, '127.0.0.1');
        for (const end of [socket, node]) end.on('error', () => end.destroy());
        socket.pipe(node).pipe(socket);
      });
      front.listen(0, '127.0.0.1');
      await once(front, 'listening');
      onTestFinished(() => {
        front.close();
      });
      return `https://localhost:${(front.address() as AddressInfo).port}`;
    }),
  );
  return { urls, env: trust.env };
}

function describeChain({ findings, endpoints }: Awaited<ReturnType<typeof runForReport>>['report']) {
  return {
    verdicts: endpoints.map(({ verdict }) => verdict),
    chain: findings
      .filter(({ rule }) => rule.startsWith('chain/'))
      .map(({ rule, line }) => `${rule}:${line ?? '-'}`),
  };
}

describe('real EVM nodes of one chain confirm each other', () => {
  test('one of another chain fails, though the file claims no id, also if two older entries contradict it', async () => {
    const { urls, env } = await startNodes([9001, 9001, 5]);
    const repository = await createRepository({
      'chain/a/param.json': formatParam({ evm: urls.slice(0, 2) }),
    });
    await repository.write({ 'chain/a/param.json': formatParam({ evm: urls }) });
    const check = (...args: readonly string[]) =>
      runForReport(['check', '--allow-private', ...args], { cwd: repository.directory, env });
    const whole = await check();
    const chain = ['chain/odd-one-out:14'];
    expect(describeChain(whole.report)).toEqual({ verdicts: ['pass', 'pass', 'fail'], chain });
    expect(whole.exitCode).toBe(1);
    const { report, exitCode } = await check('--since', 'main');
    expect(describeChain(report)).toEqual({ verdicts: ['skipped', 'skipped', 'fail'], chain });
    expect(report.endpoints.map(({ facts }) => facts['chainId'])).toEqual([9001, 9001, 5]);
    expect(exitCode).toBe(1);
  });
});
