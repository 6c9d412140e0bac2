// Where a name can be tried by anybody.
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../apps/server/src/testing/reply-shapes.ts';
import type { Ask } from '../product/ask.ts';
import type { Names } from './names.ts';

export interface Door {
  readonly name: string;
  readonly kinds: readonly (keyof Names)[];
  readonly knock: (ask: Ask, name: string, address: string) => Promise<Answer>;
}

const users = ['known', 'deactivated', 'unknown'] as const;
const wrong = 'Wrong-pass-1';

export const doors: readonly Door[] = [
  {
    name: 'sign-in',
    kinds: users,
    knock: (ask, username, address) =>
      ask('POST', '/user-signin', { body: { username, password: wrong }, address }),
  },
  {
    name: 'forgotten password',
    kinds: users,
    knock: (ask, username, address) => ask('POST', '/users/forgot-password', { body: { username }, address }),
  },
  {
    name: 'another code',
    kinds: users,
    knock: (ask, email, address) =>
      ask('PUT', '/users/resend-otp?userType=admin', { body: { email }, address }),
  },
  {
    name: 'first code',
    kinds: users,
    knock: (ask, email, address) => ask('POST', '/users/signup-otp/request', { body: { email }, address }),
  },
  {
    // Those that have an account have been mailed a code by now.
    name: 'code',
    kinds: users,
    knock: (ask, email, address) =>
      ask('POST', '/users/verify-otp', { body: { otp: '000000', email }, address }),
  },
  {
    name: "guards' sign-in",
    kinds: ['knownGuard', 'unknownGuard'],
    knock: (ask, employeeId, address) =>
      ask('POST', '/field/signin', { body: { employeeId, secret: wrong, deviceId: randomUUID() }, address }),
  },
];
