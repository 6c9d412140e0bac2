// The floor: what a bare node:http + pg server reaches on the same data with plain SQL. It checks nothing and no one.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { makePool } from '../apps/server/src/platform/db/tenant-pool.ts';

const connection: pg.ClientConfig = JSON.parse(process.env['FLOOR_CONNECTION'] ?? '{}');
/** Of 10,000,000 rounds its counts take many seconds each: anyone who waits for a connection waits as long as that. */
const patience: pg.ClientConfig = { connectionTimeoutMillis: 0 };
const pool = makePool({
  connection: { ...connection, ...patience },
  max: 10,
  onError: (error) => console.error(error.message),
});

const columns = `r.id, r.guard_id AS "guardId", g.employee_id AS "employeeId", g.first_name AS "firstName",
  g.last_name AS "lastName", r.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone",
  r.route_version_id AS "routeVersionId", r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs",
  r.status_code AS "statusCode", r.total_check_points AS "totalCheckPoints",
  r.scanned_check_points AS "scannedCheckPoints"`;

async function listRounds(query: URLSearchParams): Promise<unknown> {
  const values: unknown[] = [query.get('tenant')];
  let where = 'r.tenant_id = $1';
  if (query.has('site')) where += ` AND r.site_id = $${values.push(query.get('site'))}`;
  if (query.has('from')) where += ` AND r.started_at_ms >= $${values.push(query.get('from'))}`;
  if (query.has('to')) where += ` AND r.started_at_ms < $${values.push(query.get('to'))}`;
  const [page, count] = await Promise.all([
    pool.query(
      `SELECT ${columns} FROM rounds r
        JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
        JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
        WHERE ${where} ORDER BY r.started_at_ms DESC, r.id DESC LIMIT 30 OFFSET $${values.length + 1}`,
      [...values, query.get('offset') ?? 0],
    ),
    pool.query(`SELECT count(*) AS count FROM rounds r WHERE ${where}`, values),
  ]);
  return { count: count.rows[0], data: page.rows };
}

/** What the dashboard's sums come to when the rows are added up. */
async function sumRounds(query: URLSearchParams): Promise<unknown> {
  const { rows } = await pool.query(
    `SELECT site_id, status_code, count(*) AS rounds, sum(total_check_points) AS planned,
        sum(scanned_check_points) AS scanned
      FROM rounds WHERE tenant_id = $1 AND started_at_ms >= $2 AND started_at_ms < $3 GROUP BY 1, 2`,
    [query.get('tenant'), query.get('from'), query.get('to')],
  );
  return { rows };
}

/** Columns of a scan in the order of the values that are sent. */
const scanColumns = `tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms,
  latitude, longitude, accuracy_metres, distance_metres, clock_skew_ms, method, flags, body_hash`;
const insertScan = `INSERT INTO bench_floor_scans (${scanColumns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, decode($16, 'hex'))`;

async function addScan(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const values: unknown[] = JSON.parse(Buffer.concat(chunks).toString());
  await pool.query(insertScan, values);
  return { id: values[1] };
}

async function answer(request: http.IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://floor');
  if (url.pathname === '/rounds') return listRounds(url.searchParams);
  if (url.pathname === '/dashboard') return sumRounds(url.searchParams);
  if (url.pathname === '/scan') return addScan(request);
  return { status: 'ok' };
}

const server = http.createServer((request, response) => {
  answer(request).then(
    (body) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    },
    (error: unknown) => {
      response.writeHead(500);
      response.end(String(error));
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${port}/`);
});
process.once('SIGTERM', () => process.exit(0));
