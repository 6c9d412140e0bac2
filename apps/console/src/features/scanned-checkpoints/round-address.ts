import { reportAddress } from '../../reports/report-address.ts';

export const roundAddress = reportAddress('scanned-checkpoints', { isFirstOfArea: true });
