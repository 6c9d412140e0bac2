import { sql } from 'kysely';

/** How a user is called at this moment, to be kept; the address where no name is known. */
export const nameOfUser = (tenantId: string, userId: string) =>
  sql<string>`coalesce((SELECT coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email) FROM users
    WHERE tenant_id = ${tenantId} AND id = ${userId}), '')`;
