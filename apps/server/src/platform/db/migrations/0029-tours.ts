import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** When tours are walked, the rounds that they make due, and what became of each (MNG-07). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE patrol_tours
    ADD COLUMN weekdays smallint[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}',
    -- null where another system did not say: such a tour has no rounds until somebody plans them
    ADD COLUMN schedule jsonb,
    ADD COLUMN valid_from date NOT NULL DEFAULT current_date,
    ADD COLUMN valid_to date,
    ADD COLUMN skips_holidays boolean NOT NULL DEFAULT true,
    -- what rounds at random are drawn from; made with the first rounds
    ADD COLUMN draw_key bytea,
    -- the plan that the rounds after made_until_ms - horizon were made from, as a hash
    ADD COLUMN made_plan text,
    ADD COLUMN made_until_ms bigint`,
  'CREATE INDEX patrol_tours_by_shift ON patrol_tours (tenant_id, shift_id) WHERE shift_id IS NOT NULL',
  'CREATE INDEX patrol_tours_by_route ON patrol_tours (tenant_id, route_id)',

  `CREATE TABLE tour_guards (
    tenant_id uuid NOT NULL,
    tour_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, tour_id, guard_id),
    FOREIGN KEY (tenant_id, tour_id) REFERENCES patrol_tours ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards ON DELETE CASCADE
  )`,
  'CREATE INDEX tour_guards_by_guard ON tour_guards (tenant_id, guard_id)',
  ...secured('tour_guards', 'SELECT, INSERT, DELETE'),

  `CREATE TABLE site_holidays (
    tenant_id uuid NOT NULL,
    site_id uuid NOT NULL,
    day date NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (tenant_id, site_id, day),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites ON DELETE CASCADE
  )`,
  ...secured('site_holidays', 'SELECT, INSERT, UPDATE, DELETE'),

  // Names and times are as they were when the round was made: a later change of the tour is none of the past.
  `CREATE TABLE due_rounds (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    tour_id uuid NOT NULL,
    site_id uuid NOT NULL,
    route_id uuid NOT NULL,
    tour_name text NOT NULL,
    route_name text NOT NULL,
    due_at_ms bigint NOT NULL,
    late_at_ms bigint NOT NULL,
    missed_at_ms bigint NOT NULL,
    guard_ids uuid[] NOT NULL DEFAULT '{}',
    status text NOT NULL DEFAULT 'due' CHECK (status IN
      ('due', 'late', 'missed', 'inProgress', 'completed', 'incompleted', 'excused')),
    -- the round that was begun for it
    round_id uuid,
    excuse text,
    excused_by text,
    excused_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, tour_id, due_at_ms),
    FOREIGN KEY (tenant_id, tour_id) REFERENCES patrol_tours,
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE UNIQUE INDEX due_rounds_by_round ON due_rounds (tenant_id, round_id) WHERE round_id IS NOT NULL',
  'CREATE INDEX due_rounds_by_time ON due_rounds (tenant_id, due_at_ms, id)',
  'CREATE INDEX due_rounds_by_site ON due_rounds (tenant_id, site_id, due_at_ms, id)',
  'CREATE INDEX due_rounds_by_route ON due_rounds (tenant_id, route_id, due_at_ms) WHERE round_id IS NULL',
  `CREATE INDEX due_rounds_open ON due_rounds (tenant_id, due_at_ms) WHERE status IN ('due', 'late')`,
  ...secured('due_rounds', 'SELECT, INSERT, UPDATE, DELETE'),

  // Each thing that becomes of a due round becomes of it once.
  `CREATE TABLE due_round_history (
    tenant_id uuid NOT NULL,
    due_round_id uuid NOT NULL,
    status text NOT NULL,
    -- when it was so, and when the server knew
    at_ms bigint NOT NULL,
    known_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, due_round_id, status),
    FOREIGN KEY (tenant_id, due_round_id) REFERENCES due_rounds ON DELETE CASCADE
  )`,
  ...secured('due_round_history', 'SELECT, INSERT'),
];
