import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { createRegistry, startExporter } from '../support/exporter.js';
import { hasPrometheus } from '../support/prometheus.js';
import { use } from '../support/servers.js';

/** The output of promtool for a text of metrics; its exit status is 3 for mere style. */
function lint(text: string) {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  return [status, stdout + stderr];
}

test.skipIf(!hasPrometheus)(
  'promtool accepts the metrics of endpoints and of the exporter, and finds a slip',
  async () => {
    const node = await use(startRpcNode());
    const urls = [`http://127.0.0.1:${node.port}`, 'http://127.0.0.1:1', 'nonsense'];
    const exporter = await startExporter(await createRegistry({ kava: { rpc: urls } }));
    for (const url of urls) expect(lint((await exporter.probe('rpc', url)).body)).toEqual([0, '']);
    const { body } = await exporter.get('/metrics');
    expect(lint(body)).toEqual([0, '']);
    expect(lint(body.replaceAll('_probes_total', '_probes'))).toEqual([3, expect.stringContaining('_total')]);
  },
);
