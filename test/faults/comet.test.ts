import { listFaults } from './index.js';
import { testInProcess } from './test-in-process.js';

testInProcess(listFaults('rpc', 'rest', 'ws'));
