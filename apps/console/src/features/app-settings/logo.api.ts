import { uploadFile } from '@watchpost/contract/files';
import { saveTenantLogo } from '@watchpost/contract/tenant-logo';
import { call, upload } from '../../lib/api-client.ts';
import { emitAppEvent } from '../../lib/app-events.ts';

/** Stores the picture and makes it the tenant's logo, in this console at once. */
export async function storeLogo(blob: Blob, name: string): Promise<void> {
  const query = { purpose: 'tenantLogo' } as const;
  const { fileId } = await upload(uploadFile, { blob, name }, { query, explainedBy: 'caller' });
  await call(saveTenantLogo, { body: { fileId }, explainedBy: 'caller' });
  emitAppEvent('sessionStale', undefined);
}

export async function removeLogo(): Promise<void> {
  await call(saveTenantLogo, { body: { fileId: null }, explainedBy: 'caller' });
  emitAppEvent('sessionStale', undefined);
}
