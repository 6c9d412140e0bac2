import { t } from '../../lib/labels.ts';
import { methodsOf } from '../../outbox/point-methods.ts';
import type { PlannedPoint } from '../../outbox/records.ts';

/** What counts there, such as "Printed QR code, NFC tag". */
export const methodsText = (point: Pick<PlannedPoint, 'scanMethods'>): string =>
  methodsOf(point)
    .map((method) => t(`method.${method}`))
    .join(', ');
