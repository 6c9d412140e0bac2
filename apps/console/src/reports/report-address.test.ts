import { describe, expect, it } from 'vitest';
import { reportAddress } from './report-address.ts';

const address = reportAddress('scanned-checkpoints', { isFirstOfArea: true });

describe('addresses', () => {
  it.each([
    ['/patrolling-reports', '/patrolling-reports/scanned-checkpoints-details?id=a%26b'],
    ['/patrolling-reports/scanned-checkpoints', '/patrolling-reports/scanned-checkpoints-details?id=a%26b'],
    ['/scanned-checkpoints', '/scanned-checkpoints-details?id=a%26b'],
  ])('a round is reached from %s at the same level', (pathname, path) => {
    expect(address.detailsPath(pathname, 'a&b', '')).toBe(path);
  });

  it.each([
    ['', ''],
    ['site', '&zone=site'],
    ['America/New_York', '&zone=America%2FNew_York'],
  ])('[REP-13] a round is shown by the clocks of its list: %j', (zone, carried) => {
    expect(address.detailsPath('/scanned-checkpoints', 'a', zone)).toBe(
      `/scanned-checkpoints-details?id=a${carried}`,
    );
  });

  it.each([
    ['/patrolling-reports/scanned-checkpoints-details', '/patrolling-reports/scanned-checkpoints'],
    ['/scanned-checkpoints-details', '/scanned-checkpoints'],
  ])('the list is reached from %s at the same level', (pathname, path) => {
    expect(address.listPath(pathname)).toBe(path);
  });

  it.each([
    ['/patrolling-reports', true],
    ['/patrolling-reports/', true],
    ['/patrolling-reports/scanned-checkpoints', true],
    ['/scanned-checkpoints', true],
    ['/scanned-checkpoints-details', false],
    ['/', false],
  ])('%s is the list: %s', (pathname, isList) => {
    expect(address.isList(pathname)).toBe(isList);
  });

  it('only the first report of the area is what the area itself shows', () => {
    expect(reportAddress('login-logout').isList('/patrolling-reports')).toBe(false);
  });

  it('back leads to the list as it was last seen', () => {
    expect(address.backPath('/scanned-checkpoints-details')).toBe('/scanned-checkpoints');
    address.remember('/patrolling-reports?page=3');
    expect(address.backPath('/scanned-checkpoints-details')).toBe('/patrolling-reports?page=3');
  });
});
