import { type Kysely, sql } from 'kysely';

/** For the routes that a checkpoint stands in, and for the rounds that were walked by a version of a route. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE INDEX patrol_route_checkpoints_by_checkpoint
    ON patrol_route_checkpoints (tenant_id, checkpoint_id)`,
  'CREATE INDEX rounds_by_route_version ON rounds (tenant_id, route_version_id) WHERE route_version_id IS NOT NULL',
];
