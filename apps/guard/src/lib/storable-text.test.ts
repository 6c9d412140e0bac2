import { wholeTextPattern } from '@watchpost/domain/patterns';
import { expect, test } from 'vitest';
import { storableText } from './storable-text.ts';

test.each([
  ['Gate 2 is locked 🙂', 'Gate 2 is locked 🙂'],
  ['ends in half of one \ud83d', 'ends in half of one \ufffd'],
  ['\ude42 begins with the other', '\ufffd begins with the other'],
  ['a\u0000b', 'ab'],
])(
  '[FIELD-02] what a guard writes, such as %j, is sent as a text that is stored as it was signed',
  (written, sent) => {
    expect(storableText(written)).toBe(sent);
    expect(wholeTextPattern.test(sent)).toBe(true);
  },
);
