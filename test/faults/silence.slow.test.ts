import { allFaults } from './index.js';
import { testInProcess } from './test-in-process.js';

// These take as long as their budgets.
testInProcess(allFaults.filter(({ timeout, byProgram }) => timeout !== undefined && byProgram === undefined));
