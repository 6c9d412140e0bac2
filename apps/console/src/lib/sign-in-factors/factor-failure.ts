// What the server said of a code, a passkey or a password, in the reader's language.
import { ApiError } from '../api-error.ts';
import { failureTexts } from '../form-message.tsx';
import { t } from '../labels.ts';

const texts = {
  signInExpired: () => t('factors.signInExpired'),
  codeWrong: () => t('factors.codeWrong'),
  setupEnded: () => t('factors.setupEnded'),
  passwordWrong: () => t('factors.passwordWrong'),
  passkeyRefused: () => t('factors.passkeyRefused'),
  passkeysFull: () => t('factors.passkeysFull'),
  factorRequired: () => t('factors.factorRequired'),
  confirmFirst: () => t('factors.confirmFirst'),
  slowDown: () => t('factors.slowDown'),
} as const;

const isKnown = (code: string): code is keyof typeof texts => Object.hasOwn(texts, code);

export function factorFailure(error: unknown): string {
  if (error instanceof ApiError) {
    return isKnown(error.code) ? texts[error.code]() : (failureTexts(error)[0] ?? error.message);
  }
  return error instanceof Error && error.name === 'PasskeyFailure' ? error.message : t('error.unreachable');
}
