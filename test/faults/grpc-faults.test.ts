import { testFaults } from './test-faults.js';

testFaults('grpc', 'grpc-web');
