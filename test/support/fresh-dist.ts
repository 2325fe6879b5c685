import { spawnSync } from 'node:child_process';

/** Before any test of a project: builds the program that its tests run, if the source has changed. */
export default function buildProgram(): void {
  build('program');
}

export function build(...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.js', ...args], { encoding: 'utf8' });
  if (status === 0) return;
  // Without its stack, since Vitest fails on that of a cached setup.
  throw Object.assign(new Error(`npm run build -- ${args.join(' ')}: ${stderr}`), { stack: '' });
}
