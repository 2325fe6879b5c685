// Runs every bench with its peers, one after another, and writes its tables in docs/performance.md: `npm run bench:page`, on a machine that does
// nothing else. Exits with 1 if a target is missed or something could not be measured.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const programs = [['run.js'], ['service.js', '--minutes', '5'], ['exporter.js']];
const missed = programs.filter(([name = '', ...args]) => {
  const command = [join(import.meta.dirname, name), '--write', ...args];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0;
});
if (missed.length > 0)
  console.error(`\ntargets missed or not measured: ${missed.map(([name]) => name).join(', ')}`);
process.exitCode = missed.length > 0 ? 1 : 0;
