import { listAnswers } from './index.js';
import { testInProcess } from './test-in-process.js';

testInProcess(listAnswers('solana'));
