import { testFaults } from './test-faults.js';

testFaults('rpc', 'rest');
