import { CompiledQuery } from 'kysely';
import type { ReplyOf } from '@watchpost/contract/endpoint';
import type { getSosCall, SosCall } from '@watchpost/contract/sos';
import { distanceMetres, type Position } from '@watchpost/domain/geo';
import { type SosEventKind, sosNearMaxMetres, sosStateOf, sosTrackShownMax } from '@watchpost/domain/sos';
import type { TrustFlag } from '@watchpost/domain/trust';
import type { SiteScope } from '../../platform/access/caller.ts';
import { happenedAt } from '../../platform/db/field-time.ts';

interface SosRow extends Omit<SosCall, 'state' | 'position' | 'nearestCheckpoint'> {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracyMetres: number | null;
  readonly positionAtMs: number | null;
  readonly nearName: string | null;
  readonly nearLatitude: number | null;
  readonly nearLongitude: number | null;
}

const isFlagged = (kind: SosEventKind, flag: TrustFlag) => `EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = '${kind}' AND '${flag}' = ANY (l.flags))`;
const columns = `c.id, c.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName",
  CASE WHEN g.phone_number = '' THEN '' ELSE concat(g.country_code, ' ', g.phone_number) END AS "guardPhone",
  c.site_id AS "siteId", coalesce(s.name, '') AS "siteName", s.time_zone AS "siteTimeZone",
  ${happenedAt('c')} AS "raisedAtMs", c.received_at_ms AS "receivedAtMs",
  c.latitude, c.longitude, c.accuracy_metres::float8 AS "accuracyMetres", c.position_at_ms AS "positionAtMs",
  near.name AS "nearName", near.latitude AS "nearLatitude", near.longitude AS "nearLongitude",
  c.safe_at_ms AS "safeAtMs", c.acknowledged_at_ms AS "acknowledgedAtMs", coalesce(a.actor_name, '') AS "acknowledgedBy",
  c.resolved_at_ms AS "resolvedAtMs", coalesce(r.actor_name, '') AS "resolvedBy", coalesce(r.comment, '') AS comment,
  ${isFlagged('raised', 'lostPhone')} AS "isFromLostPhone", ${isFlagged('safe', 'lostPhone')} AS "isSafeFromLostPhone",
  ${isFlagged('raised', 'sentLate')} AS "isSentLate", ${isFlagged('raised', 'fromFuture')} AS "isFromFuture"`;
const eventOf = (name: string, kind: string) =>
  `LEFT JOIN sos_history ${name} ON ${name}.tenant_id = $1::uuid AND ${name}.sos_id = c.id AND ${name}.kind = '${kind}'`;
/** What is less than a millimetre is left out: its square would be too small for a float8, which is an error. */
const rounded = (degrees: string) => `round((${degrees})::numeric, 8)::float8`;
const apart = (column: string) => rounded(`k.${column} - c.${column}`);
const joined = `JOIN guards g ON g.tenant_id = $1::uuid AND g.id = c.guard_id
  LEFT JOIN sites s ON s.tenant_id = $1::uuid AND s.id = c.site_id
  ${eventOf('a', 'acknowledged')} ${eventOf('r', 'resolved')}
  LEFT JOIN LATERAL (SELECT k.name, k.latitude, k.longitude FROM checkpoints k
    WHERE k.tenant_id = $1::uuid AND k.site_id = c.site_id AND k.activated AND k.deleted_at IS NULL
    ORDER BY ${apart('latitude')} ^ 2 + (${apart('longitude')} * cos(radians(${rounded('c.latitude')}))) ^ 2, k.id
    LIMIT 1) AS near ON c.latitude IS NOT NULL`;
const own = `c.tenant_id = $1::uuid AND ($2::uuid IS NULL OR c.site_id = $2::uuid)`;

function toCall({ latitude, longitude, accuracyMetres, positionAtMs, ...found }: SosRow): SosCall {
  const { nearName, nearLatitude, nearLongitude, ...row } = found;
  const hasPosition = latitude !== null && longitude !== null && positionAtMs !== null;
  const position = hasPosition ? { latitude, longitude, accuracyMetres, atMs: positionAtMs } : null;
  const isNear = nearName !== null && nearLatitude !== null && nearLongitude !== null;
  const near = isNear ? { name: nearName, latitude: nearLatitude, longitude: nearLongitude } : null;
  return { ...row, state: sosStateOf(row), position, nearestCheckpoint: nearestOf(position, near) };
}

/** Null where the checkpoint is too far away to say where the guard is. */
function nearestOf(
  position: Position | null,
  checkpoint: (Position & { readonly name: string }) | null,
): SosCall['nearestCheckpoint'] {
  if (position === null || checkpoint === null) return null;
  const metres = distanceMetres(position, checkpoint);
  return metres <= sosNearMaxMetres ? { name: checkpoint.name, metres } : null;
}

/** Open ones: those to acknowledge first, each group in the order asked for. `siteId` narrows the scope. */
export async function findOpenSos(
  { db, tenantId, siteId }: SiteScope,
  { limit, order }: { readonly limit: number; readonly order: 'newestFirst' | 'oldestFirst' },
): Promise<{ count: number; data: SosCall[] }> {
  const text = `SELECT ${columns}, count(*) OVER ()::int AS total FROM sos_calls c ${joined}
    WHERE ${own} AND c.resolved_at_ms IS NULL
    ORDER BY c.acknowledged_at_ms IS NOT NULL, c.received_at_ms ${order === 'newestFirst' ? 'DESC' : 'ASC'}, c.id
    LIMIT $3::int`;
  const { rows } = await db.executeQuery<SosRow & { total: number }>(
    CompiledQuery.raw(text, [tenantId, siteId, limit]),
  );
  return { count: rows[0]?.total ?? 0, data: rows.map(({ total: _all, ...row }) => toCall(row)) };
}

export interface SosFilter {
  readonly state: 'open' | 'resolved' | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** The latest first. */
export async function findSosPage(
  { db, tenantId, siteId }: SiteScope,
  { state, offset, limit }: SosFilter,
): Promise<{ count: number; data: SosCall[] }> {
  const where = `${own} AND ($3::text IS NULL OR (c.resolved_at_ms IS NULL) = ($3::text = 'open'))`;
  const text = `SELECT ${columns} FROM sos_calls c ${joined} WHERE ${where}
    ORDER BY c.received_at_ms DESC, c.id DESC LIMIT $4::int OFFSET $5::int`;
  const values = [tenantId, siteId, state ?? null];
  const [{ rows }, counted] = await Promise.all([
    db.executeQuery<SosRow>(CompiledQuery.raw(text, [...values, limit, offset])),
    db.executeQuery<{ count: number }>(
      CompiledQuery.raw(`SELECT count(*)::int AS count FROM sos_calls c WHERE ${where}`, values),
    ),
  ]);
  return { count: counted.rows[0]?.count ?? 0, data: rows.map(toCall) };
}

/** Null for a call that is not of the scope. */
export async function findSos({ db, tenantId, siteId }: SiteScope, id: string): Promise<SosCall | null> {
  const text = `SELECT ${columns} FROM sos_calls c ${joined} WHERE ${own} AND c.id = $3::uuid`;
  const { rows } = await db.executeQuery<SosRow>(CompiledQuery.raw(text, [tenantId, siteId, id]));
  return rows[0] === undefined ? null : toCall(rows[0]);
}

type Details = ReplyOf<typeof getSosCall>;

export async function findSosCourse(
  { db, tenantId }: SiteScope,
  id: string,
): Promise<Pick<Details, 'history' | 'track' | 'siteTimeZone'>> {
  const [history, track, zone] = await Promise.all([
    db.executeQuery<Details['history'][number]>(
      CompiledQuery.raw(
        `SELECT id, kind, at_ms AS "atMs", actor_kind AS "actorKind", actor_name AS "actorName", comment,
            coalesce('lostPhone' = ANY (flags), false) AS "isFromLostPhone",
            coalesce('sentLate' = ANY (flags), false) AS "isSentLate",
            coalesce('fromFuture' = ANY (flags), false) AS "isFromFuture", phone_at_ms AS "phoneAtMs"
          FROM sos_history WHERE tenant_id = $1::uuid AND sos_id = $2::uuid ORDER BY at_ms, received_at_ms`,
        [tenantId, id],
      ),
    ),
    db.executeQuery<Details['track'][number]>(
      CompiledQuery.raw(
        `SELECT latitude, longitude, accuracy_metres::float8 AS "accuracyMetres", at_ms AS "atMs" FROM sos_positions
          WHERE tenant_id = $1::uuid AND sos_id = $2::uuid ORDER BY at_ms DESC, id LIMIT ${sosTrackShownMax}`,
        [tenantId, id],
      ),
    ),
    db
      .selectFrom('sos_calls as c')
      .innerJoin('sites as s', (join) =>
        join.onRef('s.tenant_id', '=', 'c.tenant_id').onRef('s.id', '=', 'c.site_id'),
      )
      .select('s.time_zone as zone')
      .where('c.tenant_id', '=', tenantId)
      .where('c.id', '=', id)
      .executeTakeFirst(),
  ]);
  return { history: history.rows, track: track.rows.toReversed(), siteTimeZone: zone?.zone ?? null };
}

/** False when it is so already. Holds the call until the transaction ends. */
export async function markSos(
  { db, tenantId }: SiteScope,
  id: string,
  column: 'acknowledged_at_ms' | 'resolved_at_ms',
  atMs: number,
): Promise<boolean> {
  const row = await db
    .updateTable('sos_calls')
    .set({ [column]: atMs })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where(column, 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
