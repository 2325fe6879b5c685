import { plainTopics, testCases } from '../support/cases.js';

testCases(plainTopics);
