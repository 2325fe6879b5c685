import { listFaults } from './index.js';
import { testInProcess } from './test-in-process.js';

testInProcess(listFaults('evm', 'evm-ws'));
