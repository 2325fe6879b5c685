import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { render as renderOpenmetrics } from '../../src/reporters/openmetrics.js';
import { expectLinear } from '../growth/measure.js';
import { createDirectory } from '../support/directory.js';
import { installPythonProgram } from '../support/packages.js';
import { findFreePort, waitForListener } from '../support/ports.js';
import { endpoint, finding, report } from '../support/report-samples.js';

const python = await installPythonProgram('prometheus-client', '0.26.0', 'python');
const isInstalled = (name: string) => spawnSync(name, ['--version']).error === undefined;
const hasPromtool = isInstalled('promtool');
// As Debian names it, and as its makers do.
const nodeExporter = ['prometheus-node-exporter', 'node_exporter'].find(isInstalled);
for (const [name, isHere] of [
  ['promtool', hasPromtool],
  ['node_exporter', nodeExporter !== undefined],
] as const)
  if (!isHere)
    process.stderr.write(`${name} is not installed: the openmetrics reporter is NOT tested with it\n`);

/** Strings that would end a label, a line or the whole if they were not escaped. */
const hostile = [
  '"} 1\n# EOF\n',
  '\\',
  '\\n',
  '"',
  '{}',
  ',a="b"',
  '\u202e\0\r',
  '',
  ' ',
  'é😀\ud800',
  '# HELP x',
];
const facts = {
  blockHeight: 5,
  blockTime: '2026-01-01T00:00:00Z',
  certificateExpiresAt: '2026-02-01T00:00:00Z',
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 1e-7 },
};
const endpoints = hostile.map((text) => {
  const history = { uptime30d: 0.5, lastPass: '2026-01-01T00:00:00Z', streak: { verdict: 'fail', runs: 3 } };
  return endpoint({
    ...{ url: text, provider: text, chain: text, file: text, kind: text as 'evm' },
    facts: { ...facts, chainId: text },
    history: history as never,
  });
});
const findings = hostile.map((rule, at) => finding({ endpoint: at, rule }));
// All of them are listed twice.
const sample = report([...endpoints, ...endpoints, endpoint({ verdict: 'skipped' })], findings);
const rendered = renderOpenmetrics(sample);

/** Prints each sample as a line of JSON, by the parsers of OpenMetrics and of Prometheus' text format. */
const program = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as prometheus
text = open('endpoints.prom', encoding='utf-8', newline='').read()
read = lambda parse: [[s.name, s.labels, s.value] for f in parse(text) for s in f.samples]
json.dump([read(openmetrics), read(prometheus)], sys.stdout)
`;

test('the cost grows with the number of endpoints, not with its square', () => {
  const render = (count: number) =>
    renderOpenmetrics(
      report(
        Array.from({ length: count }, (_, at) =>
          endpoint({ chain: at % 2 === 0 ? 'kava' : `chain${at}`, verdict: 'skipped' }),
        ),
      ),
    );
  expect(render(20)).toContain('duplicate="10"');
  expectLinear(render, 48_000);
});

describe('the openmetrics report is read correctly', () => {
  test.skipIf(python.skipped !== '')(
    `by Prometheus' parsers for Python: OpenMetrics, and the text format${python.skipped}`,
    async () => {
      const directory = await createDirectory({ 'endpoints.prom': rendered });
      const samples = JSON.parse(await python.run(directory, '-c', program)) as [string, object, number][][];
      for (const list of samples) {
        expect(list).toHaveLength(rendered.split('\n').filter((line) => /^[a-z]/.test(line)).length);
        expect(new Set(list.map((line) => JSON.stringify(line.slice(0, 2)))).size).toBe(list.length);
        const kinds = list.flatMap(([name, labels]) =>
          name === 'probe_success' && 'kind' in labels ? [labels.kind] : [],
        );
        expect(kinds.slice(0, 7)).toEqual([
          '"} 1\\x0a# EOF\\x0a',
          '\\',
          '\\n',
          '"',
          '{}',
          ',a="b"',
          '\\u202e\\x00\\x0d',
        ]);
      }
    },
  );

  test.runIf(hasPromtool)('by promtool, without a complaint', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: rendered });
    expect([status, String(stdout), String(stderr)]).toEqual([0, '', '']);
  });

  test.runIf(nodeExporter !== undefined)("by node_exporter's textfile collector", async () => {
    const directory = await createDirectory({ 'endpoints.prom': rendered });
    const address = `127.0.0.1:${await findFreePort()}`;
    const options = ['--collector.disable-defaults', '--collector.textfile'];
    const child = spawn(
      nodeExporter ?? '',
      [...options, `--collector.textfile.directory=${directory}`, `--web.listen-address=${address}`],
      { stdio: 'ignore' },
    );
    const exited = once(child, 'exit');
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await exited;
    });
    await waitForListener(Number(address.split(':')[1]));
    const metrics = await (await fetch(`http://${address}/metrics`)).text();
    expect(metrics).toContain('\nnode_textfile_scrape_error 0\n');
    expect(metrics.match(/^probe_success\{/gm)).toHaveLength(2 * hostile.length);
  });
});
