import { testOpinions } from './faults.js';

testOpinions('evm-ws');
