import { execFileSync } from 'node:child_process';

/** Before any test: what the tests run is what the source says. */
export default function requireFreshDist(): void {
  try {
    execFileSync(process.execPath, ['scripts/build.js', '--check'], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`dist is ${(error as { stdout?: string }).stdout ?? String(error)}`, { cause: error });
  }
}
