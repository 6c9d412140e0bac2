import { thumbnailSidesPx } from '@watchpost/domain/limits';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

const fileParams = z.strictObject({ fileId: id });
const images = ['image/jpeg', 'image/png'] as const;

export const uploadPurposes = ['profileImage', 'image', 'tenantLogo', 'siteLogo'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

export const uploadFile = defineEndpoint({
  name: 'uploadFile',
  method: 'POST',
  path: '/secure/files',
  access: 'signedIn',
  summary:
    'Stores a picture, redrawn: of a profile jpeg or png, at most 5 MB, at least 250 x 250 pixels, cut square; as a logo, of who may choose it, jpeg or png, at most 5 MB; else also gif, at most 10 MB.',
  upload: true,
  query: z.strictObject({ purpose: z.enum(uploadPurposes) }),
  reply: z.object({ fileId: z.string() }),
});

export const getFile = defineEndpoint({
  name: 'getFile',
  method: 'GET',
  path: '/secure/files/:fileId',
  access: 'signedIn',
  summary:
    'A stored picture: profile pictures to everybody of the tenant, others to their owner and super admins.',
  params: fileParams,
  reply: z.unknown(),
  files: images,
  isPicture: true,
});

export const getThumbnail = defineEndpoint({
  name: 'getThumbnail',
  method: 'GET',
  path: '/secure/thumbnails/:fileId',
  access: 'signedIn',
  summary: 'A stored picture, small and square.',
  params: fileParams,
  query: z.strictObject({
    /** Side in pixels. */
    size: z._default(z.enum(thumbnailSidesPx), thumbnailSidesPx[1]),
  }),
  reply: z.unknown(),
  files: images,
  isPicture: true,
});
