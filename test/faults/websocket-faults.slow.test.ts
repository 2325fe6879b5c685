import { testFaults } from './test-faults.js';

testFaults('ws', 'evm-ws');
