import { runCheckAction } from './main.js';
import { runPropose } from './propose/main.js';
import * as core from '@actions/core';
import { exitCodes, UsageError } from '../engine/exit-code.js';
import { escapeLogLine } from '../reporters/escape.js';

// Both actions are one bundle; propose/index.js passes the name, as the runner passes nothing.
process.exitCode = await runStep(process.argv[2] === 'propose' ? runPropose : runCheckAction);

type Step = (cwd: string, env: NodeJS.ProcessEnv) => Promise<number>;

/** Runs a step, and shows what it throws. Resolves to the exit status; never rejects. */
async function runStep(step: Step): Promise<number> {
  try {
    return await step(process.cwd(), process.env);
  } catch (error) {
    const messages =
      error instanceof UsageError ? error.errors : [error instanceof Error ? error.message : String(error)];
    for (const message of messages) core.error(escapeLogLine(message));
    if (error instanceof Error && !(error instanceof UsageError)) core.debug(error.stack ?? '');
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}
