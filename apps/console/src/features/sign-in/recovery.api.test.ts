import { expect, it } from 'vitest';
import { resendBody } from './recovery.api.ts';

it.each([
  ['asha@demo.example', { email: 'asha@demo.example' }],
  ['9876543210', { phoneNum: '9876543210' }],
  ['asha', { username: 'asha' }],
  ['asha@nowhere', { username: 'asha@nowhere' }],
])('[OTP-03] %s is sent again as what it looks like', (identifier, body) => {
  expect(resendBody(identifier, 'demo')).toEqual({ ...body, tenantId: 'demo' });
});
