import { posix, resolve } from 'node:path';
import { describeUnknownKind, findCheck } from '../checks/index.js';
import { type AdditionPlan, planAddition } from '../engine/edit/plan-addition.js';
import { readChainId } from '../engine/chain/judge-chains.js';
import { writeChanges } from '../engine/edit/file-change.js';
import { chooseExitCode, exitCodes, UsageError } from '../engine/exit-code.js';
import { wordProblem } from '../engine/rule-catalogue.js';
import type { ClaimField } from '../formats/format.js';
import type { RawOptions } from '../engine/options/option-rows.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import type { Report } from '../model/report.js';
import { isBlank } from '../model/text.js';
import { findPathPrefix, toSlashes } from '../registry/layout.js';
import type { Registry } from '../registry/load.js';
import { joinPath } from '../reporters/findings.js';
import { refuseUnchangeable, say, writeDiff } from './changes.js';
import type { CommandLine, Io } from './io.js';
import { loadRegistryAround } from './registry-around.js';
import { writeReports } from './write-reports.js';
import { readSettings, type Settings } from './settings.js';
import { checkWithProgress, endInterrupted } from './run-with-progress.js';
import type { Entry } from '../model/entry.js';
import { summarize } from '../engine/verdict.js';

/** `endpoint-check add`: probes an endpoint, and lists it if it passes. Resolves to the exit status. */
export async function run(
  [chain, kind, address]: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const settings = readSettings('add', raw, io, errors);
  const check = findCheck(kind ?? '');
  if (chain !== undefined && kind !== undefined && check === undefined)
    errors.push(
      findCheck(chain) === undefined
        ? describeUnknownKind(kind)
        : `write the chain before the kind: endpoint-check add ${kind.includes(':') ? '<chain>' : kind} ${chain} …`,
    );
  const provider = settings.provider?.trim() ?? null;
  if (provider !== null && isBlank(provider))
    errors.push('--provider is empty: write the name of the operator');
  errors.push(...refuseUnchangeable([chain ?? ''], io.cwd));
  errors.push(...findReplacedInputs(settings.reports, { cwd: io.cwd, registry: { paths: [] } }));
  // A missing argument has been reported as an error already.
  if (chain === undefined || check === undefined || address === undefined || errors.length > 0)
    throw new UsageError(errors);
  const registry = await loadRegistryAround(io.cwd);
  const prefix = findPathPrefix(registry.base, io.cwd);
  const path = toSlashes(registry.base, resolve(io.cwd, chain));
  const isPath = registry.loaded.some((file) => file.path === path || posix.dirname(file.path) === path);
  const addition = { chain: isPath ? path : chain, check, address: address.trim(), provider };
  const plan = planAddition(registry, addition);
  if ('reason' in plan) {
    if (plan.reason === 'usage') throw new UsageError([plan.message]);
    if (plan.reason === 'managed') {
      const problem = {
        code: 'entry/manifest-managed',
        data: { provider: provider ?? '', manifest: plan.manifest },
      };
      const { message, hint } = wordProblem(problem);
      await say(io, [`not added: ${message}`, hint]);
      return exitCodes.findings;
    }
    const { file, range } = plan.entry.place;
    await say(io, [`${address} is listed already: ${joinPath(prefix, file ?? '')}:${range?.line ?? 1}`]);
    return exitCodes.findings;
  }
  return addPlanned(plan, registry, settings, io);
}

async function addPlanned(
  { change, entry, input, missingClaim, losesProvider }: AdditionPlan,
  registry: Registry,
  settings: Settings<'add'>,
  io: Io,
): Promise<number> {
  const { report: whole, interrupted } = await checkWithProgress(input, settings, io);
  const report = selectEndpoint(whole, entry);
  const path = joinPath(findPathPrefix(registry.base, io.cwd), change.path);
  const verdict = report.endpoints[0]?.verdict;
  const isGood = verdict === 'pass' && chooseExitCode(report, settings) === exitCodes.ok;
  const isAdded = !interrupted && (isGood || (verdict === 'inconclusive' && settings.force));
  const reportIo = isAdded && settings.dryRun ? await writeDiff([change], registry.base, settings, io) : io;
  const texts = new Map([[change.path, change.afterText]]);
  // A fix would apply to the unchanged file.
  const findings = report.findings.map((finding) => ({ ...finding, fix: null }));
  const ownReport = isAdded && !settings.dryRun ? report : { ...report, findings };
  await writeReports(ownReport, { texts, base: registry.base, scope: null }, settings, reportIo);
  if (interrupted) return endInterrupted(io);
  if (!isAdded) {
    const hint = verdict === 'inconclusive' ? '--force adds what could not be proved' : entry.skipReason;
    await say(io, [hint === null ? 'not added' : `not added: ${hint}`]);
    return exitCodes.findings;
  }
  const place = `${path}:${entry.place.range?.line ?? 1}`;
  const warnings = [
    ...(losesProvider ? [`there is no field for the provider: --provider is left out`] : []),
    ...describeUncompared(whole, report),
    ...describeClaim(missingClaim, report, path),
  ];
  if (settings.dryRun) {
    await say(io, [`would be added at ${place}`, ...warnings]);
    return exitCodes.ok;
  }
  const { refused } = await writeChanges([{ ...change, path }]);
  const lines =
    refused.length > 0
      ? refused.map(({ reason }) => `not added: ${path} is not changed: ${reason}`)
      : [`added at ${place}`, ...warnings, 'next: git diff, then commit it'];
  await say(io, lines);
  return refused.length > 0 ? exitCodes.findings : exitCodes.ok;
}

/** A passing endpoint may be of any chain if there is no chain id to compare with. */
function describeUncompared(whole: Report, { endpoints: [added] }: Report): string[] {
  if (added?.claim !== null) return [];
  const chainId = readChainId(added.facts);
  if (chainId === null)
    return [`make sure that it serves ${added.chain ?? 'the chain'}: it reported no chain id`];
  const family = findCheck(added.kind)?.idFamily;
  const ofChain = whole.endpoints.filter(
    ({ kind, chain, facts }) =>
      chain === added.chain && findCheck(kind)?.idFamily === family && readChainId(facts) !== null,
  );
  return ofChain.length > 1
    ? []
    : [
        `make sure that ${chainId} is the chain: the file claims no chain id, and no other endpoint in it answered`,
      ];
}

/** The field that would claim the chain id, as the format writes it, so that later endpoints are compared with it. */
function describeClaim(field: ClaimField | null, { endpoints: [added] }: Report, path: string): string[] {
  const chainId = added === undefined ? null : readChainId(added.facts);
  if (field === null || chainId === null) return [];
  return [
    `add "${field.name}": ${spellClaim(field.example, chainId)} to ${path}: it claims no chain id to compare endpoints with`,
  ];
}

function spellClaim(example: ClaimField['example'], chainId: string): string {
  if (typeof example === 'number') return chainId;
  const isHex = example.startsWith('0x') && /^\d+$/.test(chainId);
  return JSON.stringify(isHex ? `0x${BigInt(chainId).toString(16)}` : chainId);
}

/** The parts of a report about one of its entries, and about the run. */
function selectEndpoint(report: Report, { place, kind }: Entry): Report {
  const index = report.endpoints.findIndex(
    (candidate) =>
      candidate.file === place.file && candidate.pointer === place.pointer && candidate.kind === kind,
  );
  const endpoints = report.endpoints.filter((_, at) => at === index);
  const findings = report.findings
    .filter(({ endpoint, file }) => (endpoint === null ? file === null : endpoint === index))
    .map((finding) => ({ ...finding, endpoint: finding.endpoint === null ? null : 0 }));
  return { ...report, endpoints, findings, summary: summarize(report.files, endpoints, findings) };
}
