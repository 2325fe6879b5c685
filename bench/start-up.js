// What a command costs before it does anything: whole processes, against an empty Node program.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparePairs } from './pairs.js';

const program = 'bin/endpoint-check.js';
const folder = mkdtempSync(join(tmpdir(), 'endpoint-check-bench-'));
const file = join(folder, 'param.json');
const entries = Array.from({ length: 8 }, (_, index) => ({
  provider: `P${index}`,
  url: `grpc${index}.example.com:443`,
}));
writeFileSync(
  file,
  JSON.stringify({ chain_id_cosmos: 'bench-1', grpc_endpoint: entries, evm_rpc_endpoint: [] }, null, 2),
);

/** @param {string[]} args */
const node = (...args) => {
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
};

try {
  await comparePairs(
    'start-up',
    {
      'node -e 0': () => node('-e', '0'),
      'endpoint-check --version': () => node(program, '--version'),
      'endpoint-check --no-network param.json': () => node(program, '--no-network', file),
    },
    Number(process.argv[2] ?? 21),
  );
} finally {
  rmSync(folder, { recursive: true });
}
