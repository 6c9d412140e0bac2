import { describe, expect, it } from 'vitest';
import { errorsOf, valuesOf } from './profile-form.ts';

const good = {
  firstName: 'Asha',
  lastName: 'Kale',
  email: 'asha@demo.example',
  phoneNumber: '9822012345',
  countryCode: '+91',
};

describe('profile form', () => {
  it('takes what is right', () => expect(errorsOf(good)).toEqual({}));

  it.each([
    ['firstName', ' ', 'first_name_reqd'],
    ['lastName', 'x'.repeat(51), 'max_length'],
    ['lastName', 'K4le', 'name_pattern'],
    ['email', 'asha', 'email_pattern'],
    ['phoneNumber', '123', 'error_invalid_phone_number_min_max'],
    ['phoneNumber', '12345abcde', 'error_invalid_phone_number'],
    ['countryCode', '', 'country_code_required'],
  ])('[PROF-02] %s %j: %s', (field, value, key) => {
    expect(errorsOf({ ...good, [field]: value })).toEqual({ [field]: key });
  });

  it('[PROF-02] opens with the default country code where there is none, and with a plus where it lacks', () => {
    const user = {
      ...good,
      id: '1',
      role: 'superAdmin',
      profileImage: '',
      siteId: null,
      siteName: null,
    } as const;
    expect(valuesOf(user, '+1')).toEqual(good);
    expect(valuesOf({ ...user, countryCode: '44' }, '+1').countryCode).toBe('+44');
    expect(valuesOf({ ...user, countryCode: '' }, '+91').countryCode).toBe('+91');
  });
});
