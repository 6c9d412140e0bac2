import { acknowledgeSos, listOpenSos, type OpenSos } from '@watchpost/contract/sos';
import type { ReplyOf } from '@watchpost/contract/endpoint';
import { call } from '../../lib/api-client.ts';

export const askOpenSos = (signal: AbortSignal): Promise<OpenSos> =>
  call(listOpenSos, { signal, explainedBy: 'caller' });

export const acknowledge = (id: string): Promise<ReplyOf<typeof acknowledgeSos>> =>
  call(acknowledgeSos, { params: { id }, explainedBy: 'caller' });
