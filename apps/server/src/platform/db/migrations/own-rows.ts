// What every table of a tenant gets from its migration. Migrations that have run depend on it: it does not change.

/** A tenant's handle sees and touches rows of that tenant alone, within these rights. */
export const secured = (table: string, rights: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  `GRANT ${rights} ON ${table} TO watchpost_app`,
];
