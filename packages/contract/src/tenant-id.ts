import { tenantSlugPattern } from '@watchpost/domain/patterns';
import * as z from 'zod/mini';

/** The tenant of the address once more; another is refused. */
export const tenantId = z.optional(
  z.string({ error: 'Must be a tenant.' }).check(z.regex(tenantSlugPattern, { error: 'Must be a tenant.' })),
);
