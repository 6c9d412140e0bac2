import { reportAddress } from '../../reports/report-address.ts';

export const sessionAddress = reportAddress('login-logout');
