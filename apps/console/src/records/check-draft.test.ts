import { guardFields } from '@watchpost/contract/guards';
import { formShape } from '@watchpost/contract/record-fields';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkDraft } from './check-draft.ts';

const schema = z.strictObject(formShape(guardFields));
const stored = {
  employeeId: 'EMP-001',
  firstName: 'Ali 2',
  lastName: '',
  email: '.ops@client.com',
  phoneNumber: '12',
  countryCode: '+91',
  siteIds: [],
  photo: '',
};

test('[INPUT-01] a guard of an import whose fields no form takes can be saved with another phone', () => {
  const input = { ...stored, phoneNumber: '98220 12345' };
  expect(checkDraft(schema, input, stored)).toEqual({
    fields: { ...stored, phoneNumber: '9822012345' },
    problems: {},
  });
});

test('[INPUT-01] a field that was changed is judged, and said to be wrong alone', () => {
  const input = { ...stored, email: 'ops@-client.com' };
  expect(checkDraft(schema, input, stored)).toEqual({ fields: null, problems: { email: 'email_pattern' } });
});

test('[INPUT-01] a field that was emptied is missing', () => {
  const input = { ...stored, firstName: ' ' };
  expect(checkDraft(schema, input, stored).problems).toEqual({ firstName: 'guard_first_name_required' });
});

test('[INPUT-01] nothing of a new guard is forgiven', () => {
  const { problems } = checkDraft(schema, stored, null);
  expect(Object.keys(problems).toSorted()).toEqual(['email', 'employeeId', 'firstName', 'phoneNumber']);
});

test('[INPUT-01] whatever is stored can be saved as it is', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, text, (employeeId, firstName, email) => {
      const odd = { ...stored, employeeId, firstName, email };
      expect(checkDraft(schema, odd, odd).fields).not.toBeNull();
    }),
  );
});
