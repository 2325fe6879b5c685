import { testOpinions } from './faults.js';

testOpinions('ws');
