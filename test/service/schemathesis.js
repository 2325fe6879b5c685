// Runs schemathesis, which makes requests from an API's description, against `serve` over nodes of the sandbox: `npm run test:api`. It is a Python
// program (`pip install schemathesis`); without it nothing is tested, and the script says so. Further arguments are passed on, such as `-- --seed 2
// --max-examples 1000`: by default it makes few requests of each sort.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { importTypeScript } from '../../scripts/import-typescript.js';

// A 502, 503 or 504 is a failure of the nodes. OpenAPI cannot express that one of two parameters is required, nor that a start block must
// not be after the end block, nor that a cursor comes from an answer to the same request.
const config = `
[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "502", "503", "504"]
[[operations]]
include-path-regex = "^/v1/evm/|/holders$"
checks.positive_data_acceptance.enabled = false
`;
const token = 'schemathesis';
const routesOfNodes = ['accountTransferEvents', 'transactionsByEvent', 'holders', 'holderSummary'];

if (spawnSync('schemathesis', ['--version']).status !== 0) {
  console.error('schemathesis is not installed, so nothing was tested: pip install schemathesis');
  process.exitCode = 2;
} else {
  process.exitCode = await run();
}

/** @returns {Promise<number>} the exit status of schemathesis */
async function run() {
  const { startSandboxRegistry, lists, ...sandbox } = await importTypeScript(
    'test/support/sandbox-registry.ts',
  );
  const { account, contract, singleTopic, transferTopic } = await importTypeScript(
    'test/support/sandbox-logs.ts',
  );
  const registry = await startSandboxRegistry();
  const service = spawn(
    process.execPath,
    [resolve('bin/endpoint-check.js'), 'serve', registry.directory, '--allow-private', '--port', '0'],
    {
      env: { ...process.env, ...registry.env, ENDPOINT_CHECK_TOKENS: token },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-schemathesis-'));
  try {
    const [line] = await once(service.stdout, 'data');
    const url = String(line).trim();
    const description = JSON.parse(await readFile('schemas/query-api.openapi.json', 'utf8'));
    addValues(description, {
      denom: ['ukava', 'ibc/0471F1C4'],
      keyword: ['kava10', 'KAVA104'],
      address: [account, contract],
      contract_address: [contract, sandbox.collectible, sandbox.multi],
      topics: [[transferTopic], [singleTopic, transferTopic]],
      start_block: [0, 100, 210],
      end_block: [110, 400, 1_000],
      '/v1/{network}/assets/{symbol}': ['KAVA', ...sandbox.mistakableDenoms],
      '/v1/{network}/erc20/{symbol}': [contract],
      '/v1/{network}/cw20/{symbol}': [lists.cw20[0].address],
    });
    await writeFile(join(directory, 'openapi.json'), JSON.stringify(description));
    await writeFile(join(directory, 'schemathesis.toml'), config);
    const options = ['--url', url, '--header', `Authorization: Bearer ${token}`];
    const size = ['--max-examples', '50', '--seed', '1'];
    const child = spawn(
      'schemathesis',
      ['run', 'openapi.json', ...options, ...size, ...process.argv.slice(2)],
      {
        cwd: directory,
        stdio: 'inherit',
      },
    );
    const [status] = await once(child, 'close');
    const metrics = await getText(`${url}/metrics`);
    const unanswered = routesOfNodes.filter((name) => !metrics.includes(`{route="${name}",status="200"}`));
    if (unanswered.length === 0) return status ?? 1;
    console.error(`never answered with 200, so not tested: ${unanswered.join(', ')}`);
    return 1;
  } finally {
    service.kill();
    await registry.close();
    await rm(directory, { recursive: true });
  }
}

/** @param {string} url */
async function getText(url) {
  const request = get(url, { headers: { authorization: `Bearer ${token}` } });
  const [answer] = await once(request, 'response');
  return text(answer);
}

/**
 * Adds values that the sandbox knows to the description of the parameters, since they cannot be guessed; other values are tried too. The network
 * is most often one with nodes.
 * @param {{ readonly paths: Readonly<Record<string, { readonly get: { readonly parameters?: readonly { readonly name: string, schema: object }[] } }>> }} description
 * @param {Readonly<Record<string, readonly unknown[]>>} known by the name of the parameter, or by the path if that tells more
 */
function addValues({ paths }, known) {
  for (const [path, { get }] of Object.entries(paths)) {
    for (const parameter of get.parameters ?? []) {
      const values = parameter.name === 'symbol' ? known[path] : known[parameter.name];
      if (parameter.name === 'network') {
        parameter.schema = { anyOf: [{ const: 'kava' }, { enum: ['kava', 'juno', 'osmosis', 'nowhere'] }] };
      } else if (values !== undefined) {
        parameter.schema = { anyOf: [{ enum: values }, parameter.schema] };
      }
    }
  }
}
