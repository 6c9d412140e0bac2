import { getTenantLogo, saveTenantLogo } from '@watchpost/contract/tenant-logo';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { readLogo } from '../../platform/branding/logo-picture.ts';
import { findLogo } from '../../platform/branding/tenant-logo.queries.ts';
import { AppError, InvalidInput } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findLogoFile, updateLogo } from './tenant-logo.queries.ts';

export interface LogoSettings {
  readonly files: FileStore;
}

export function tenantLogoRoutes({ files }: LogoSettings): Route[] {
  return [
    // By its id, so that another logo is another address, and browsers may keep each.
    route(getTenantLogo, async ({ tenant, db, params: { fileId } }) => {
      const logo = await findLogo(db, tenant.id);
      const picture = logo?.fileId === fileId ? await readLogo(files, db, tenant.id) : null;
      if (picture === null) throw new AppError('notFound');
      const { bytes, mediaType } = picture;
      return {
        fileName: mediaType === 'image/png' ? 'logo.png' : 'logo.jpg',
        mediaType,
        chunks: only(bytes),
      };
    }),

    route(saveTenantLogo, async (context) => {
      const { caller, tenant, body } = context;
      const { scope } = caller;
      const now = await findLogo(scope.db, tenant.id);
      const before = now === null ? '' : ((await findLogoFile(scope, now.fileId)) ?? '');
      const after = body.fileId === null ? '' : await findLogoFile(scope, body.fileId);
      if (after === null) throw new InvalidInput({ fileId: 'logo_unknown' });
      await updateLogo(scope, { fileId: body.fileId ?? '', before, after }, auditOrigin(context));
      return { fileId: body.fileId };
    }),
  ];
}

async function* only(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
