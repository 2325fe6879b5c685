import { testFaults } from './test-faults.js';

testFaults('peer');
