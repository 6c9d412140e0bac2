// The logo of a site, which stands on its papers (MNG-02).
import { thumbnailSidesPx } from '@watchpost/domain/limits';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { recordParams } from './managed-records.ts';
import { id } from './values.ts';

export const saveSiteLogo = defineEndpoint({
  name: 'saveSiteLogo',
  method: 'PUT',
  path: '/secure/sites/:id/logo',
  access: 'SITES:edit',
  summary: "Makes a file that the caller just uploaded as siteLogo the site's logo; null takes it away.",
  params: recordParams,
  body: z.strictObject({ fileId: z.nullable(id) }),
  reply: z.object({ fileId: z.nullable(z.string()) }),
});

export const getSiteLogo = defineEndpoint({
  name: 'getSiteLogo',
  method: 'GET',
  path: '/secure/site-logos/:fileId',
  access: 'SITES:view',
  summary: 'The logo of a site that the caller may see, whole or small and square.',
  params: z.strictObject({ fileId: id }),
  query: z.strictObject({ size: z._default(z.enum(['main', ...thumbnailSidesPx]), 'main') }),
  reply: z.unknown(),
  files: ['image/jpeg', 'image/png'],
  isPicture: true,
});
