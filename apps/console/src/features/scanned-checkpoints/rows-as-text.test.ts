import type { RoundRow } from '@watchpost/contract/scanned-checkpoints';
import { describe, expect, it } from 'vitest';
import { rowsAsText } from './rows-as-text.ts';

const round: RoundRow = {
  id: 'r',
  employeeId: 'EMP001',
  scannedBy: 'Asha',
  scannedByLastName: '',
  scannedById: 'g',
  totalCheckPoints: 3,
  scannedCheckPoints: 2,
  percentage: 67,
  scannedStartTime: Date.UTC(2026, 10, 20, 18, 45),
  scannedEndTime: null,
  siteName: 'Hinjewadi',
  subAdminId: 's',
  siteTimeZone: 'Asia/Kolkata',
  statusCode: 1001,
  status: 'Inprogress',
};

describe('rows as text', () => {
  it('has a heading and a line for each round', () => {
    expect(rowsAsText([round], 'site')).toBe(
      'Employee ID\tScanned by\tScanned checkpoints\tSite name\tScanned start time\tScanned end time\tStatus\n' +
        'EMP001\tAsha\t2\tHinjewadi\tNov 21, 2026 12:15 AM\t\tInprogress',
    );
  });

  it('[REP-13] has the times that the list shows', () => {
    expect(rowsAsText([round], 'America/New_York')).toContain('\tNov 20, 2026 01:45 PM\t');
  });

  it.each(['=1+1', '+1', '-1', '@sum'])('keeps %s from starting a formula', (siteName) => {
    expect(rowsAsText([{ ...round, siteName }], 'site')).toContain(`\t'${siteName}\t`);
  });

  it('keeps a name with a tab or line break in its cell', () => {
    expect(rowsAsText([{ ...round, siteName: 'A\tB\r\nC' }], 'site')).toContain('\tA B C\t');
  });
});
