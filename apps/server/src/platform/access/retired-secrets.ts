// Secrets of guards that somebody knows who may no longer see all of the guard's sites.

/**
 * SQL of whether the guard, an alias, has a secret that opens nothing more: who issued it, and so was shown it, is deactivated
 * or manages other sites by now, or the guard works at further ones. Asked when it is used, so that no way of moving a
 * guard or an account passes it by. Where it is not known who was shown it, it was shown to no one.
 */
export const isSecretRetired = (guard: string): string =>
  `(${guard}.secret_hash IS NOT NULL AND ${guard}.secret_issued_by IS NOT NULL AND NOT EXISTS (SELECT FROM users issuer
    WHERE issuer.tenant_id = ${guard}.tenant_id AND issuer.id = ${guard}.secret_issued_by AND issuer.activated
      AND (issuer.role = 'superAdmin' OR (issuer.role = 'subAdmin'
        AND EXISTS (SELECT FROM guard_sites p ${ofIssuer(guard)})
        AND NOT EXISTS (SELECT FROM guard_sites p
          JOIN sites ps ON ps.tenant_id = p.tenant_id AND ps.id = p.site_id AND ps.deleted_at IS NULL
          WHERE p.tenant_id = ${guard}.tenant_id AND p.guard_id = ${guard}.id
            AND NOT EXISTS (SELECT FROM sub_admins m WHERE m.tenant_id = p.tenant_id
              AND m.user_id = issuer.id AND m.site_id = p.site_id))))))`;

const ofIssuer = (guard: string) => `JOIN sub_admins m ON m.tenant_id = p.tenant_id AND m.site_id = p.site_id
  WHERE p.tenant_id = ${guard}.tenant_id AND p.guard_id = ${guard}.id AND m.user_id = issuer.id`;
