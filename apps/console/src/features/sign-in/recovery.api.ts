// The calls by which somebody gets back into an account.
import {
  checkPasswordLink,
  forgotPassword,
  resendOtp,
  setPassword,
  verifyOtp,
} from '@watchpost/contract/accounts';
import { emailPattern, phonePattern } from '@watchpost/domain/patterns';
import { call } from '../../lib/api-client.ts';
import { currentTenant } from '../../lib/tenant.ts';

export const askForCode = (username: string) =>
  call(forgotPassword, { body: { username, tenantId: currentTenant() }, explainedBy: 'caller' });

/** The stored identifier is sent as what it looks like (OTP-03). */
export function resendBody(identifier: string, tenantId: string) {
  if (emailPattern.test(identifier)) return { email: identifier, tenantId };
  if (phonePattern.test(identifier)) return { phoneNum: identifier, tenantId };
  return { username: identifier, tenantId };
}

export const askForAnotherCode = (identifier: string) =>
  call(resendOtp, {
    query: { userType: 'admin' },
    body: resendBody(identifier, currentTenant()),
    explainedBy: 'caller',
  });

export const exchangeCode = (email: string, otp: string) =>
  call(verifyOtp, { body: { email, otp }, explainedBy: 'caller' });

/** What a mailed link is still good for. */
export const checkLink = (otpId: string) =>
  call(checkPasswordLink, { body: { otpId }, explainedBy: 'caller' });

export const saveNewPassword = (otpId: string, password: string) =>
  call(setPassword, { body: { otpId, password }, explainedBy: 'caller' });
