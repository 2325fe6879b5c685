import { testOpinions } from './faults.js';

testOpinions('evm', 'rpc', 'rest');
