// The tenant's logo: shown to everybody, chosen in App Settings.
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './values.ts';

export const getTenantLogo = defineEndpoint({
  name: 'getTenantLogo',
  method: 'GET',
  path: '/logo/:fileId',
  access: 'public',
  summary: "The tenant's logo, public since the sign-in page shows it. The id of another file finds nothing.",
  params: z.strictObject({ fileId: id }),
  reply: z.unknown(),
  files: ['image/jpeg', 'image/png'],
  isPicture: true,
});

export const saveTenantLogo = defineEndpoint({
  name: 'saveTenantLogo',
  method: 'PUT',
  path: '/secure/app-settings/logo',
  access: 'APP_SETTINGS:edit',
  summary: "Makes a file just uploaded as tenantLogo the tenant's logo; null brings back the product's.",
  body: z.strictObject({ fileId: z.nullable(id) }),
  reply: z.object({ fileId: z.nullable(z.string()) }),
});
