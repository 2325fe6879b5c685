import { listOthers } from './index.js';
import { testInProcess } from './test-in-process.js';

testInProcess(listOthers());
