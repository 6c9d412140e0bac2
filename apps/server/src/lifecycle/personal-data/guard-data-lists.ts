// The tables of a guard's data: what each is called, its columns, and where its rows come from.
import { roundStatus, statusText } from '@watchpost/domain/round-status';
import { type DataList, date, ms, number, ofRounds, own, paged, site, text } from './data-list.ts';
import { nameAt } from '../../records/past-names/past-names.ts';

const formerNames = `(SELECT tenant_id, id AS guard_id, u.until_ms, NULL::uuid AS id,
    former -> (u.place - 1)::int ->> 'employee_id' AS employee_id, former -> (u.place - 1)::int ->> 'first_name' AS first_name,
    former -> (u.place - 1)::int ->> 'last_name' AS last_name
    FROM guards, unnest(former_until_ms) WITH ORDINALITY AS u (until_ms, place) WHERE tenant_id = $1::uuid AND id = $2::uuid
  UNION ALL SELECT tenant_id, guard_id, NULL::bigint, id, employee_id, first_name, last_name
    FROM recorded_names WHERE tenant_id = $1::uuid AND guard_id = $2::uuid)`;

const formerNamesList: DataList = {
  name: 'Former names',
  about: 'What you were called before, and what records of another system call you',
  columns: [text('Employee ID'), text('First name'), text('Last name'), date('Until')],
  text: paged(
    {
      from: `${formerNames} r`,
      atMs: 'coalesce(r.until_ms, 0)',
      id: 'md5(concat(r.id, r.until_ms))::uuid',
      cells: ['r.employee_id', 'r.first_name', 'r.last_name', 'r.until_ms'],
    },
    own,
  ),
};

const statusName = `CASE r.status_code ${Object.values(roundStatus)
  .map((code) => `WHEN ${code} THEN '${statusText(code)}'`)
  .join(' ')} END`;

/** What the phone's own clock said where it was wrong, which may be no date of any calendar. */
const phoneClock = (row: string) => `CASE WHEN ${row}.phone_at_ms BETWEEN -62135596800000 AND 253402300799999
  THEN to_char(to_timestamp(${row}.phone_at_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')
  ELSE ${row}.phone_at_ms::text END`;
const byPhone = text('By a wrong clock of the phone');

const ofGuard = 'WHERE tenant_id = $1::uuid AND guard_id = $2::uuid';

/** Of today and of before; each half names its company, so that one node can answer. */
const postings = `(SELECT tenant_id, guard_id, site_id, since, NULL::timestamptz AS until FROM guard_sites ${ofGuard}
  UNION ALL SELECT tenant_id, guard_id, site_id, since, until FROM past_postings ${ofGuard})`;

export const dataLists: readonly DataList[] = [
  formerNamesList,
  {
    name: 'Postings',
    about: 'Sites where you were posted; no end where you still are, no beginning where it was not kept yet',
    columns: [text('Site'), date('Since'), date('Until')],
    text: paged(
      {
        from: `${postings} r ${site}`,
        atMs: `coalesce(${ms('r.since')}, 0)`,
        // At one site more than once, and perhaps since the same moment or none that was kept.
        id: 'md5(concat(r.site_id, r.until))::uuid',
        cells: ['s.name', ms('r.since'), ms('r.until')],
      },
      own,
    ),
  },
  {
    name: 'Duties',
    about: 'When you logged in and out of duty',
    columns: [text('Site'), date('Login'), date('Logout'), text('Closed by system')],
    text: paged(
      {
        from: `duty_sessions r ${site}`,
        atMs: 'r.at_ms',
        cells: [
          nameAt('s', 'r.at_ms'),
          'r.started_at_ms',
          'r.ended_at_ms',
          `CASE WHEN r.is_closed_by_system THEN 'yes' END`,
        ],
      },
      own,
    ),
  },
  {
    name: 'Rounds',
    about: 'Rounds that you walked, and how they count',
    columns: [
      text('Round ID'),
      text('Site'),
      text('Route'),
      date('Start'),
      date('End'),
      text('Status'),
      number('Checkpoints'),
      number('Scanned'),
    ],
    text: paged(
      {
        from: `rounds r ${site} LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id`,
        atMs: 'r.started_at_ms',
        cells: [
          'r.id',
          nameAt('s', 'r.started_at_ms'),
          'v.name',
          'r.started_at_ms',
          'r.ended_at_ms',
          statusName,
          'r.total_check_points',
          'r.scanned_check_points',
        ],
      },
      own,
    ),
  },
  {
    name: 'Scans',
    about: 'Checkpoints that you scanned, with the position of your phone and what was doubted',
    columns: [
      text('Round ID'),
      text('Checkpoint'),
      date('Time'),
      byPhone,
      date('Received'),
      number('Latitude'),
      number('Longitude'),
      number('Accuracy in metres'),
      number('Distance in metres'),
      text('Method'),
      text('Doubts'),
      text('Phone ID'),
    ],
    text: ofRounds(
      `LEFT JOIN scans n ON n.tenant_id = page.tenant_id AND n.round_id = page.id
        LEFT JOIN checkpoints c ON c.tenant_id = n.tenant_id AND c.id = coalesce(n.checkpoint_id, n.claimed_checkpoint_id)`,
      [
        'n.round_id',
        nameAt('c', 'n.device_at_ms'),
        'n.device_at_ms',
        phoneClock('n'),
        'n.received_at_ms',
        'n.latitude',
        'n.longitude',
        'n.accuracy_metres',
        'n.distance_metres',
        'n.method',
        `array_to_string(n.flags, ', ')`,
        'n.device_id',
      ],
      'n.device_at_ms',
      'n.id IS NOT NULL',
    ),
  },
  {
    name: 'Answers and notes',
    about: 'What you answered and wrote at checkpoints',
    columns: [text('Round ID'), date('Time'), byPhone, text('As it was sent')],
    text: ofRounds(
      `LEFT JOIN scans n ON n.tenant_id = page.tenant_id AND n.round_id = page.id
        LEFT JOIN field_events e ON e.tenant_id = n.tenant_id AND e.subject_id = n.id AND e.kind = 'checkpointAnswered'
          AND e.guard_id = $2::uuid`,
      ['n.round_id', 'e.device_at_ms', phoneClock('e'), 'e.details::text'],
      'e.device_at_ms',
      'e.id IS NOT NULL',
    ),
  },
  {
    name: 'Handover notes',
    about: 'What you wrote for the next shift',
    columns: [text('Site'), date('Time'), byPhone, text('Note')],
    text: paged(
      {
        from: 'field_events r JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.subject_id',
        atMs: 'r.device_at_ms',
        cells: ['s.name', 'r.device_at_ms', phoneClock('r'), `r.details ->> 'text'`],
      },
      `${own} AND r.kind = 'handoverNoted'`,
    ),
  },
  {
    name: 'Incidents',
    about: 'Incidents that you reported; their photos are in the folder Photos',
    columns: [
      text('Site'),
      date('Reported'),
      text('Type'),
      text('Severity'),
      text('Status'),
      text('Description'),
      number('Latitude'),
      number('Longitude'),
    ],
    text: paged(
      {
        from: `incidents r ${site}`,
        atMs: ms('r.reported_at'),
        cells: [
          's.name',
          ms('r.reported_at'),
          'r.type',
          'r.severity',
          'r.status',
          'r.description',
          'r.latitude',
          'r.longitude',
        ],
      },
      own,
    ),
  },
  {
    name: 'Calls for help',
    about: 'When you called for help, and when that was taken up and settled',
    columns: [text('Site'), date('Called'), byPhone, date('Safe'), date('Acknowledged'), date('Resolved')],
    text: paged(
      {
        from: `sos_calls r ${site}`,
        atMs: 'r.received_at_ms',
        cells: [
          's.name',
          'r.device_at_ms',
          phoneClock('r'),
          'r.safe_at_ms',
          'r.acknowledged_at_ms',
          'r.resolved_at_ms',
        ],
      },
      own,
    ),
  },
  {
    name: 'Positions of calls',
    about: 'Where your phone was while a call for help was open',
    columns: [date('Time'), byPhone, number('Latitude'), number('Longitude'), number('Accuracy in metres')],
    text: paged(
      {
        from: 'sos_positions r JOIN sos_calls c ON c.tenant_id = r.tenant_id AND c.id = r.sos_id',
        atMs: 'r.at_ms',
        cells: ['r.at_ms', phoneClock('r'), 'r.latitude', 'r.longitude', 'r.accuracy_metres'],
      },
      'c.guard_id = $2::uuid',
    ),
  },
  {
    name: 'Exceptions',
    about: 'Rounds of yours that somebody was to look into, and what came of it',
    columns: [
      date('Happened'),
      text('Kind'),
      text('Reasons'),
      text('Status'),
      text('Outcome'),
      text('Reason'),
    ],
    text: paged(
      {
        from: 'exceptions r',
        atMs: 'r.happened_at_ms',
        cells: [
          'r.happened_at_ms',
          'r.kind',
          `array_to_string(r.reasons, ', ')`,
          'r.status',
          'r.outcome',
          'r.closing_reason',
        ],
      },
      own,
    ),
  },
  {
    name: 'Phones',
    about: 'Phones that you used',
    columns: [text('Phone ID'), text('Name'), text('Browser'), date('First seen'), date('Last seen by you')],
    text: paged(
      {
        from: 'device_guards r JOIN devices d ON d.tenant_id = r.tenant_id AND d.id = r.device_id',
        atMs: 'r.last_seen_ms',
        id: 'r.device_id',
        cells: ['d.id', 'd.name', 'd.agent', 'd.first_seen_ms', 'r.last_seen_ms'],
      },
      own,
    ),
  },
  {
    name: 'Sessions',
    about: 'Where you are signed in now',
    columns: [date('Signed in'), date('Last seen'), text('Address'), text('Browser')],
    text: paged(
      {
        from: 'sessions r',
        atMs: ms('r.created_at'),
        id: 'r.device_id',
        cells: [ms('r.created_at'), ms('r.last_seen_at'), 'r.address', 'r.agent'],
      },
      `${own} AND r.device_id IS NOT NULL`,
    ),
  },
  {
    name: 'Refused records',
    about: 'What your phone sent and the server did not accept',
    columns: [date('Received'), text('Reason'), text('As it was sent')],
    text: paged(
      { from: 'refused_events r', atMs: 'r.received_at_ms', cells: ['r.received_at_ms', 'r.code', 'r.body'] },
      own,
    ),
  },
  {
    name: 'Changes',
    about: 'What was done to your record, from the audit log',
    columns: [date('Time'), text('Action'), text('Before'), text('After')],
    text: paged(
      {
        from: 'audit_entries r',
        atMs: 'r.at_ms',
        cells: ['r.at_ms', 'r.action', 'r.before::text', 'r.after::text'],
      },
      `r.subject_type = 'guard' AND r.subject_id = $2::uuid::text`,
    ),
  },
];
