import assert from 'node:assert/strict';
import { wordProblem } from '../../../src/engine/rule-catalogue.js';
import type { Problem } from '../../../src/model/rule.js';

/** Some parts truncated, some quoted twice: far more is a flood. */
const longest = 3_000;

/** A problem has a rule, which makes a message of a few lines, and data that JSON keeps. */
export function checkProblem(problem: Problem): void {
  for (const text of Object.values(wordProblem(problem))) {
    assert.equal(typeof text, 'string');
    assert.ok(text.length > 0 && text.length < longest, `its text has ${text.length} characters`);
    assert.doesNotMatch(text, /\bundefined\b|\bNaN\b|\[object /, 'something has no words');
  }
  assert.deepEqual(
    JSON.parse(JSON.stringify(problem.data)),
    { ...problem.data },
    'data that JSON does not keep',
  );
}
