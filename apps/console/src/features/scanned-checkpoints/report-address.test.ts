import { describe, expect, it } from 'vitest';
import { backPath, isReportPath, rememberReport, reportPath, roundPath } from './report-address.ts';

describe('addresses', () => {
  it.each([
    ['/patrolling-reports', '/patrolling-reports/scanned-checkpoints-details?id=a%26b'],
    ['/patrolling-reports/scanned-checkpoints', '/patrolling-reports/scanned-checkpoints-details?id=a%26b'],
    ['/scanned-checkpoints', '/scanned-checkpoints-details?id=a%26b'],
  ])('a round is reached from %s at the same level', (pathname, path) => {
    expect(roundPath(pathname, 'a&b')).toBe(path);
  });

  it.each([
    ['/patrolling-reports/scanned-checkpoints-details', '/patrolling-reports/scanned-checkpoints'],
    ['/scanned-checkpoints-details', '/scanned-checkpoints'],
  ])('the list is reached from %s at the same level', (pathname, path) => {
    expect(reportPath(pathname)).toBe(path);
  });

  it.each([
    ['/patrolling-reports', true],
    ['/patrolling-reports/', true],
    ['/patrolling-reports/scanned-checkpoints', true],
    ['/scanned-checkpoints', true],
    ['/scanned-checkpoints-details', false],
    ['/', false],
  ])('%s is the list: %s', (pathname, isList) => {
    expect(isReportPath(pathname)).toBe(isList);
  });

  it('back leads to the list as it was last seen', () => {
    expect(backPath('/scanned-checkpoints-details')).toBe('/scanned-checkpoints');
    rememberReport('/patrolling-reports?page=3');
    expect(backPath('/scanned-checkpoints-details')).toBe('/patrolling-reports?page=3');
  });
});
