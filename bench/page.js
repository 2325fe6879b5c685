// The tables of docs/performance.md: each is a region with its date, which only its bench replaces. The page names the machine once; a table that was
// measured on another one names that.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { format, resolveConfig } from 'prettier';

const page = 'docs/performance.md';

/**
 * Replaces the table of a bench in the page, and says below it where and when it was measured. Throws if the page has no such region.
 * @param {string} name
 * @param {string} table In Markdown.
 * @param {string} machine As `describeMachine` described it before the bench.
 */
export async function writeRegion(name, table, machine) {
  const text = readFileSync(page, 'utf8');
  const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end of bench: ${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no region ${name}`);
  const [occasion = '', ...rest] = machine.split('; ');
  const where = text.includes(`: ${rest.join('; ')}.`) ? occasion : machine;
  const written = `${text.slice(0, from)}${start}\n\n${table}\n\n${where}\n\n${text.slice(to)}`;
  writeFileSync(page, await format(written, { ...(await resolveConfig(page)), filepath: page }));
}

/** The date and how busy the machine is now; and the machine. */
export function describeMachine() {
  const [cpu] = cpus();
  const gigabytes = (totalmem() / 1e9).toFixed(0);
  const load = (loadavg()[0] ?? Number.NaN).toFixed(1);
  return [
    `${new Date().toISOString().slice(0, 10)}, load average before it ${load}`,
    `Node ${process.version}, ${process.platform} ${process.arch}`,
    `${String(cpus().length)} cores of ${cpu?.model.trim() ?? 'an unknown processor'}`,
    `${gigabytes} GB of memory`,
  ].join('; ');
}
