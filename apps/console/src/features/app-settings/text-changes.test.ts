import { expect, test } from 'vitest';
import { changesBetween, paragraphsOf } from './text-changes.ts';

test('paragraphs of every kind, without their tags', () => {
  expect(
    paragraphsOf('<h2>A &amp; B</h2><p><strong>c</strong> d<br>e</p><ul><li><p>f</p></li></ul><p></p><hr>'),
  ).toEqual(['A & B', 'c d', 'e', 'f']);
});

test('what was added and removed, however often it stands there', () => {
  const before = '<p>same</p><p>old</p><p>twice</p><p>twice</p>';
  const after = '<p>new</p><p>same</p><p>twice</p>';
  expect(changesBetween(before, after)).toEqual({ added: ['new'], removed: ['old', 'twice'] });
});

test('a change of formatting alone changes no paragraph', () => {
  expect(changesBetween('<p>a</p>', '<p><strong>a</strong></p>')).toEqual({ added: [], removed: [] });
});
