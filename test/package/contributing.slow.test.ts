import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/index.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createTrust, use } from '../support/servers.js';

const execute = promisify(execFile);
let copy: string;

/** Runs a program of the copy. */
const run = (...args: string[]) => execute(process.execPath, args, { cwd: copy });

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'endpoint-check-kind-'));
  await cp('.', copy, { recursive: true, filter: (path) => !/^(node_modules|\.git|dist)(\/|$)/.test(path) });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  // A directory: the kind of EVM under another name.
  const directory = join(copy, 'src/checks/lcd');
  await cp('src/checks/evm', directory, { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  for (const name of await readdir(directory)) {
    const text = await readFile(join(directory, name), 'utf8');
    const renamed = text.replaceAll(/evm|Evm|EVM/g, (found) =>
      found === 'evm' ? 'lcd' : found === 'Evm' ? 'Lcd' : 'LCD',
    );
    // What an endpoint is, and whose chain ids it has, stays that of EVM.
    const isEvm = renamed.replaceAll(/(idFamily: |[!=]== )'lcd'/g, "$1'evm'");
    await writeFile(join(directory, name), isEvm);
  }
  // A line.
  const list = join(copy, 'src/checks/index.ts');
  const text = await readFile(list, 'utf8');
  await writeFile(
    list,
    `import { lcdCheck } from './lcd/index.js';\n${text.replace('evmCheck]', 'evmCheck, lcdCheck]')}`,
  );
  // And where a format lists it.
  const format = join(copy, 'src/formats/chainlist/index.ts');
  const lists = (await readFile(format, 'utf8')).replace(
    '  lists: [',
    `  lists: [
    {
      kind: 'lcd',
      pattern: '/lcd_rpc_endpoint/*',
      aliases: [],
      addressForms: { allowPlaintext: false },
      claims: evmClaims.map((claim) => ({ ...claim, name: 'chain_id_lcd', aliases: [] })),
    },`,
  );
  await writeFile(format, lists);
  await run('scripts/generate.js');
  await run('scripts/build.js', 'program');
});

afterAll(() => rm(copy, { recursive: true }));

describe('a kind of endpoint is a directory, a line, and a list in a format', () => {
  test('that type-checks with nothing else changed', async () => {
    const include = ['src', 'test/support/*.d.ts'];
    await writeFile(join(copy, 'tsconfig.src.json'), JSON.stringify({ extends: './tsconfig.json', include }));
    await run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.src.json');
  });

  test('check reads its field and probes its entries, and merge accepts the report', async () => {
    const trust = await createTrust();
    const node = await use(startEvmNode({ tls: await trust.issue(), chainId: 7 }));
    const entries = [{ provider: 'A', url: `https://localhost:${node.port}` }];
    const directory = await createDirectory({
      'param.json': JSON.stringify({ chain_id_lcd: '0x8', lcd_rpc_endpoint: entries }),
    });
    const options = { cwd: directory, env: trust.env, program: join(copy, 'bin/endpoint-check.js') };
    await runCli(['param.json', '--only', 'lcd', '--allow-private', '--reporter', 'json=a.json'], options);
    // merge validates what it reads.
    const { stdout, stderr } = await runCli(['merge', 'a.json'], options);
    expect(stderr).toBe('');
    const { endpoints, findings } = JSON.parse(stdout) as Report;
    expect(endpoints).toMatchObject([{ kind: 'lcd', verdict: 'fail', facts: { chainId: 7 } }]);
    expect(findings.map(({ rule }) => rule)).toEqual(['lcd/wrong-chain']);
  });

  test('it has a command, and a place in the help', async () => {
    const { stdout } = await run('bin/endpoint-check.js', '--help');
    expect(stdout).toContain('lcd <url...>');
    expect(stdout).toContain('probe LCD endpoints');
    expect((await run('bin/endpoint-check.js', 'completion', 'bash')).stdout).toContain('grpc evm lcd');
  });

  test('its rules are explained, by the program and by their page', async () => {
    const { stdout } = await run('bin/endpoint-check.js', 'explain', 'lcd/wrong-chain');
    expect(stdout).toContain('lcd/wrong-chain (error)');
    const page = await readFile(join(copy, 'docs/rules.md'), 'utf8');
    expect(page).toContain('\n## LCD\n\n### lcd/not-json\n');
  });

  test('its fields are in the schema', async () => {
    const { properties } = JSON.parse(await readFile(join(copy, 'schemas/param.schema.json'), 'utf8')) as {
      properties: object;
    };
    expect(Object.keys(properties)).toEqual(
      expect.arrayContaining(['chain_id_lcd', 'lcd_rpc_endpoint', 'evm_rpc_endpoint']),
    );
  });
});
