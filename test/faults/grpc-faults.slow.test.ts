import { testFaults } from './test-faults.js';

testFaults('grpc');
