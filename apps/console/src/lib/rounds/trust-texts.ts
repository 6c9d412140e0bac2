// Flags of a scan in two or three words.
import type { TrustFlag } from '@watchpost/domain/trust';
import { t } from '../labels.ts';

/** Of a choice in the filter. */
export const flagText = (flag: TrustFlag | 'any'): string =>
  flag === 'any' ? t('trust.anyDoubt') : t(`trust.${flag}`);
