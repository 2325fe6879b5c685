import { gitTopics, testCases } from '../support/cases.js';

testCases(gitTopics);
