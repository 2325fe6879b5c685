import { execFileSync } from 'node:child_process';

/** Before any test of a project: builds what its tests run, where the source has changed. */
export default function buildDist(): void {
  execFileSync(process.execPath, ['scripts/build.js', 'program', 'action'], { stdio: 'pipe' });
}
