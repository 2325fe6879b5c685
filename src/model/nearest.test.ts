import { describe, expect, test } from 'vitest';
import { findNearest, findOneEditAway } from './nearest.js';

describe('a misspelled name leads to the one that was meant', () => {
  test.each([
    ['chek', ['query', 'check', 'serve'], 'check'],
    ['grcp', ['grpc', 'evm'], 'grpc'],
    ['emv', ['grpc', 'evm'], 'evm'],
    ['params.json', ['param.json', 'param_2.json'], 'param.json'],
    ['PARAM.JSON', ['param.json'], 'param.json'],
    ['--report', ['--retries', '--reporter'], '--reporter'],
  ])('%s of %j', (name, candidates, expected) => {
    expect(findNearest(name, candidates)).toBe(expected);
  });

  test('the nearest wins, and of two equally near ones the first', () => {
    expect(findNearest('smokes', ['smokeless', 'smoke'])).toBe('smoke');
    expect(findNearest('kavo', ['kava', 'kavi'])).toBe('kava');
  });
});

describe('nothing is suggested for a name that is near no candidate', () => {
  test.each([
    ['nothing', ['check', 'query']],
    ['assets.json', ['param.json']],
    // With half of its letters changed, a short name is another name.
    ['eth', ['evm']],
    ['a', ['b']],
    ['check', []],
  ])('%s of %j', (name, candidates) => {
    expect(findNearest(name, candidates)).toBeNull();
  });
});

describe('a name that is one edit away from a single candidate means that candidate', () => {
  test.each([
    ['ttps', 'https'],
    ['HHTTPS', 'https'],
    ['htps', 'https'],
    ['htp', 'http'],
    ['httpd', null],
    ['https', null],
    ['tps', null],
    // Two letters in the wrong order, though http is one letter away.
    ['httsp', 'https'],
    ['HTPTS', 'https'],
    ['htpt', 'http'],
    ['spthh', null],
  ])('%s: %s', (name, expected) => {
    expect(findOneEditAway(name, ['https', 'http'])).toBe(expected);
  });
});
