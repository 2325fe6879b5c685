import { describe, expect, test } from 'vitest';
import { Bookmarks } from './bookmarks.js';

describe('bookmarks', () => {
  test('find the last place at or before a record', () => {
    const marks = new Bookmarks<string>(() => 0);
    for (const count of [0, 20, 10]) marks.keep('a', count, `at ${count}`);
    expect(marks.findNearest('a', 19)).toEqual({ count: 10, place: 'at 10' });
    expect(marks.findNearest('a', 20)).toEqual({ count: 20, place: 'at 20' });
    expect(marks.findNearest('b', 20)).toBeNull();
  });

  test('last a minute from when they were kept', () => {
    let now = 0;
    const marks = new Bookmarks<string>(() => now);
    marks.keep('a', 0, 'start');
    now = 60_000;
    expect(marks.findNearest('a', 0)).not.toBeNull();
    now = 60_001;
    expect(marks.findNearest('a', 0)).toBeNull();
  });

  test('do not grow without bounds: what was kept first goes first', () => {
    const marks = new Bookmarks<number>(() => 0);
    for (let count = 0; count < 201; count++) marks.keep('a', count, count);
    expect([marks.findNearest('a', 0), marks.findNearest('a', 1)]).toEqual([null, { count: 1, place: 1 }]);
    for (let search = 0; search < 500; search++) marks.keep(`search ${search}`, 0, 0);
    expect(marks.findNearest('a', 200)).toBeNull();
  });
});
