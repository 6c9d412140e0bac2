import { expect, test } from 'vitest';
import { statusFilterOf } from './managed-records.ts';

test.each([
  ['', 'all'],
  ['all', 'all'],
  ['true', 'active'],
  ['active', 'active'],
  ['false', 'deactive'],
  ['deactive', 'deactive'],
  ['TRUE', undefined],
  ['1', undefined],
  ['activated', undefined],
])('[MNG-01] %j asks for %s', (text, status) => expect(statusFilterOf(text)).toBe(status));
