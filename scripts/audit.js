// Fails if npm knows of a vulnerability in a package that is bundled: `node scripts/audit.js`. One in a tool that builds or tests is printed only,
// since nobody who uses the program gets it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * What is read of npm's report, of which each vulnerability names its advisories, and by a text the packages that it has got it from.
 * @typedef {{ readonly url: string, readonly title: string, readonly severity: string }} Advisory
 * @typedef {{ readonly name: string, readonly nodes: readonly string[], readonly via: readonly (string | Advisory)[] }} Vulnerability
 */

// npm exits with 1 if there is a vulnerability, and if there is no report.
const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 });
/** @type {{ auditReportVersion?: number, vulnerabilities?: Record<string, Vulnerability> }} */
const report = JSON.parse(stdout);
if (report.auditReportVersion !== 2 || report.vulnerabilities === undefined)
  throw new Error(`npm audit has no report that can be read: ${stdout}`);

/** @type {{ packages: Record<string, { version: string }> }} */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const bundled = ['dist/licenses.txt', 'dist/action-licenses.txt'].map((path) => readFileSync(path, 'utf8'));
let known = 0;
for (const { name, nodes, via } of Object.values(report.vulnerabilities)) {
  const versions = [...new Set(nodes.map((node) => packages[node]?.version ?? 'unknown'))];
  for (const version of versions) {
    const isBundled = bundled.some((list) =>
      list.split('\n').some((line) => line.startsWith(`${name} ${version} (`)),
    );
    for (const advisory of via) {
      if (typeof advisory === 'string') continue;
      const { severity, title, url } = advisory;
      const advice = `${isBundled ? 'bundled' : 'only a tool'}: ${name} ${version}: ${title} (${severity}, ${url})`;
      // In one line, since GitHub takes commands from what begins one.
      console.log(advice.replaceAll(/\s+/g, ' '));
      if (isBundled) known += 1;
    }
  }
}
if (known > 0) {
  console.error('update these packages, or patch what is bundled');
  process.exitCode = 1;
} else console.log('npm knows of no vulnerability in what is bundled');
