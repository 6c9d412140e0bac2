import { fieldEvent } from '@watchpost/contract/field';
import { describe, expect, it } from 'vitest';
import { numberFault, numberOf, understoodNumber } from './written-number.ts';

const id = '0190f3c2-7b1e-7cc0-8a51-000000000001';
const answeredWith = (value: number | null) => ({
  kind: 'checkpointAnswered',
  id,
  scanId: id,
  checkpointId: id,
  questionsId: id,
  answers: [{ questionId: id, value }],
  note: '',
  deviceAtMs: 1_750_000_000_000,
});

describe('a number that a guard writes', () => {
  it.each([
    ['8', 8],
    [' 9.5 ', 9.5],
    ['-4', -4],
    ['.5', 0.5],
    ['9,5', 9.5],
    ['12,34', 12.34],
    ['0,125', 0.125],
    ['-0,5', -0.5],
    ['12,345', 12_345],
    ['-12,345', -12_345],
    ['1,23,456.75', 123_456.75],
    ['1,234,567', 1_234_567],
    ['12345', 12_345],
    ['१२३४५', 12_345],
    ['१२,३४५', 12_345],
    ['९.५', 9.5],
  ])('[FIELD-01] %s is %d', (written, value) => {
    expect(numberOf(written)).toBe(value);
  });

  it.each(['', ' ', 'many', '1,2,3', '1,2345,678', '12 bar'])('%j is none', (written) => {
    expect(numberOf(written)).toBeNull();
  });

  it.each([
    ['9876543210', null],
    ['-999999999999999', null],
    ['1000000000000000', 'answers.tooLarge'],
    ['-1e20', 'answers.tooLarge'],
  ])('whether %j can be kept is said as the server judges it: %s', (written, fault) => {
    expect(numberFault(written)).toBe(fault);
    expect(fieldEvent.safeParse(answeredWith(numberOf(written))).success).toBe(fault === null);
  });

  it.each([
    ['', null],
    ['many', 'answers.noNumber'],
  ])('whether %j is a number is said: %s', (written, fault) => {
    expect(numberFault(written)).toBe(fault);
  });

  it('is shown as it was understood where it was not written plainly', () => {
    expect(understoodNumber('12,345')).toBe('12345');
    expect(understoodNumber('9,5')).toBe('9.5');
    expect(understoodNumber('१२३')).toBe('123');
    expect(understoodNumber('12345')).toBeNull();
    expect(understoodNumber('-9.5')).toBeNull();
    expect(understoodNumber('')).toBeNull();
    expect(understoodNumber('many')).toBeNull();
  });
});
