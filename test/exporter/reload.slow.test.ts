import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import {
  createRegistry,
  formatChain,
  listTargets,
  readVerdict,
  type SpawnedExporter,
  startExporter,
} from '../support/exporter.js';
import { use } from '../support/servers.js';

const listInstances = async (exporter: SpawnedExporter) =>
  (await listTargets(exporter)).map(({ labels }) => labels['instance']);

describe('a registry that changes', () => {
  test('is read again, and an unreadable file keeps its last entries', async () => {
    const node = await use(startRpcNode());
    const url = `http://127.0.0.1:${node.port}`;
    const registry = await createRegistry({ kava: { rpc: [url] }, juno: { rpc: ['https://a.example.com'] } });
    const exporter = await startExporter(registry);
    const readSuccess = () => exporter.read('endpoint_check_registry_reload_success');
    expect([await listInstances(exporter), await readSuccess()]).toEqual([['https://a.example.com', url], 1]);

    // A half written file, beside a valid one.
    await writeFile(join(registry, 'kava/chain.json'), formatChain({ rpc: [url] }).slice(0, -10));
    await writeFile(join(registry, 'juno/chain.json'), formatChain({ rpc: ['https://b.example.com'] }));
    await expect.poll(() => listInstances(exporter)).toEqual(['https://b.example.com', url]);
    expect(await readSuccess()).toBe(0);
    expect(readVerdict((await exporter.probe('rpc', url)).body)).toBe('pass');

    await writeFile(join(registry, 'kava/chain.json'), formatChain({ rpc: [] }));
    await expect.poll(() => listInstances(exporter)).toEqual(['https://b.example.com']);
    expect(await readSuccess()).toBe(1);
    expect((await exporter.probe('rpc', url)).status).toBe(404);

    // As while a new checkout replaces it.
    await rename(registry, `${registry}-away`);
    await expect.poll(readSuccess).toBe(0);
    expect(await listInstances(exporter)).toEqual(['https://b.example.com']);
    await rename(`${registry}-away`, registry);
    await expect.poll(readSuccess).toBe(1);

    await mkdir(join(registry, 'osmosis'));
    await writeFile(join(registry, 'osmosis/chain.json'), formatChain({ rpc: ['https://c.example.com'] }));
    await rm(join(registry, 'juno'), { recursive: true });
    await expect.poll(() => listInstances(exporter)).toEqual(['https://c.example.com']);

    const { stderr } = await exporter.stop();
    const logged = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
    expect(
      logged.map(({ event, error, message }) => [event, (error ?? message)?.replace(registry, '')]),
    ).toEqual([
      ['start', undefined],
      ['registry', 'kava/chain.json:1 cannot be read (file/invalid-json)'],
      ['registry', 'kava/chain.json can be read again'],
      ['registry', ' does not exist'],
      ['registry', 'the registry can be read again'],
      ['stop', undefined],
    ]);
  });

  test('so is the exclusion file', async () => {
    const registry = await createRegistry({ kava: { rpc: ['https://a.example.com'] } });
    const file = join(registry, 'exclude.json');
    const exclude = (until: string) =>
      writeFile(file, JSON.stringify([{ host: 'a.example.com', reason: 'moves', until }]));
    await exclude('2000-01-01');
    const exporter = await startExporter(registry, ['--exclude', file]);
    expect(await listInstances(exporter)).toEqual(['https://a.example.com']);
    await exclude('2999-01-01');
    await expect.poll(() => listInstances(exporter)).toEqual([]);
    await writeFile(file, '[{]');
    await expect.poll(() => exporter.read('endpoint_check_registry_reload_success')).toBe(0);
    expect(await listInstances(exporter)).toEqual([]);
    await writeFile(file, '[]');
    await expect.poll(() => listInstances(exporter)).toEqual(['https://a.example.com']);
  });
});
