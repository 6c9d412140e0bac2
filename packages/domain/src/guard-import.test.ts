import { describe, expect, it } from 'vitest';
import { guardHeadings, splitSites } from './guard-import.ts';
import { guessMapping } from './record-import.ts';

describe('the guess which column is which', () => {
  it.each([
    [['Employee ID', 'First name', 'Last name'], { employeeId: 0, firstName: 1, lastName: 2 }],
    [['Mobile No.', 'emp_no', 'NAME'], { phoneNumber: 0, employeeId: 1, firstName: 2 }],
    [['कर्मचारी आईडी', 'पहला नाम', 'मोबाइल'], { employeeId: 0, firstName: 1, phoneNumber: 2 }],
    [['कर्मचारी आयडी', 'पहिले नाव', 'आडनाव', 'साईट'], { employeeId: 0, firstName: 1, lastName: 2, sites: 3 }],
    [['', 'Colour'], {}],
  ])('[MNG-03] of %j', (headings, mapping) => {
    expect(guessMapping(guardHeadings, headings)).toEqual(mapping);
  });
});

it('names of sites in one cell are parted by semicolons, bars and lines', () => {
  expect(splitSites(' Mill; Yard |Gate, North\nMill;')).toEqual(['Mill', 'Yard', 'Gate, North']);
});
