import { uploadFile } from '@watchpost/contract/files';
import { getSiteLogo, saveSiteLogo } from '@watchpost/contract/site-logos';
import { call, upload } from '../../lib/api-client.ts';
import { browserHttp } from '../../lib/browser-http.ts';
import { toAddress } from '../../lib/http.ts';

const explainedBy = 'caller';

/** Address of a site's logo, whole or small and square. */
export const siteLogoAddress = (fileId: string, size: 'main' | '96'): string =>
  browserHttp.baseUrl() + toAddress(getSiteLogo.path, { fileId }, { size });

/** Stores the picture and makes it the site's logo. */
export async function storeSiteLogo(siteId: string, blob: Blob, name: string): Promise<void> {
  const query = { purpose: 'siteLogo' } as const;
  const { fileId } = await upload(uploadFile, { blob, name }, { query, explainedBy });
  await call(saveSiteLogo, { params: { id: siteId }, body: { fileId }, explainedBy });
}

export async function removeSiteLogo(siteId: string): Promise<void> {
  await call(saveSiteLogo, { params: { id: siteId }, body: { fileId: null }, explainedBy });
}
