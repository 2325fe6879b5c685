import { runCheckAction } from './main.js';
import { runPropose } from './propose/main.js';
import { runStep } from './run-step.js';

// Both actions are one bundle; propose/index.js passes the name, as the runner passes nothing.
process.exitCode = await runStep(process.argv[2] === 'propose' ? runPropose : runCheckAction);
