import { testOpinions } from './faults.js';

testOpinions('grpc', 'grpc-web');
