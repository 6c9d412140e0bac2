// What reports are made of in tests: a day of rounds, duties, due rounds, incidents and exceptions at a site.
import { roundStatus } from '@watchpost/domain/round-status';
import { makeDuty, makeIncident, makeRound } from '../../testing/factories.ts';
import { makeClosedException, makeException } from '../../testing/make-exception.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import type { ReportWorld } from './scheduled-reports.testing.ts';

export const at = (clock: string) => Date.parse(`2026-03-04T${clock}:00+05:30`);
export const instant = (clock: string) => new Date(at(clock));

interface Walked {
  readonly inTime: string;
  /** Sent late for the round that was missed. */
  readonly late: string;
}

async function addRounds(
  { server: { owner }, tenant, guardId }: ReportWorld,
  siteId: string,
): Promise<Walked> {
  const make = (clock: string, values: object = {}) =>
    makeRound(owner, tenant, { site_id: siteId, guard_id: guardId, started_at_ms: at(clock), ...values });
  const late = await make('02:00', { status_code: roundStatus.incompleted, scanned_check_points: 2 });
  await make('03:00', { status_code: roundStatus.inProgress, scanned_check_points: 1, ended_at_ms: null });
  return { inTime: await make('00:00'), late };
}

async function addDuties(
  { server: { owner }, tenant, guardId }: ReportWorld,
  site_id: string,
): Promise<void> {
  const make = (clock: string, values: object = {}) =>
    makeDuty(owner, tenant, { guard_id: guardId, site_id, started_at_ms: at(clock), ...values });
  await make('00:10', { ended_at_ms: at('08:10') });
  const closed = { is_closed_by_system: true, system_closed_at_ms: at('21:00'), limit_hours: 11 };
  await make('09:00', { ...closed, ended_at_ms: at('20:00') });
  await make('22:00');
}

async function addDues(
  { server: { owner }, tenant, adminId }: ReportWorld,
  siteId: string,
  { inTime, late }: Walked,
): Promise<void> {
  const make = async (clock: string, values: object) => {
    const id = await makeDueRound(owner, tenant, siteId, { dueAtMs: at(clock) });
    await owner.updateTable('due_rounds').set(values).where('id', '=', id).execute();
    return id;
  };
  await make('00:00', { status: 'completed', round_id: inTime });
  await make('04:00', { status: 'excused', excuse: 'Flood', excused_by: adminId, excused_at: new Date() });
  const due_round_id = await make('05:00', { status: 'late' });
  const arrived_at_ms = Date.parse('2026-04-02T08:20:00+05:30');
  const arrival = { tenant_id: tenant.id, round_id: late, due_round_id, arrived_at_ms };
  await owner.insertInto('late_arrivals').values(arrival).execute();
  await make('06:00', { missed_at_ms: Date.now() + 3_600_000 });
  await make('07:00', { status: 'incompleted' });
}

async function addIncidents(
  { server: { owner }, tenant, guardId, adminId }: ReportWorld,
  siteId: string,
): Promise<void> {
  const make = (clock: string, values: object) =>
    makeIncident(owner, tenant, siteId, {
      description: `At ${clock}`,
      reported_at: instant(clock),
      ...values,
    });
  await make('00:00', { severity: 'critical', guard_id: guardId, status_at: instant('00:00') });
  await make('11:00', { status: 'Attended', opened_by: adminId, status_at: instant('12:00') });
  const closed = { status: 'Closed', status_at: instant('23:59') };
  await make('23:59', { ...closed, severity: 'low', type: 'theft', assignee_id: adminId });
}

async function addExceptions(
  { server: { owner }, tenant, adminId }: ReportWorld,
  siteId: string,
): Promise<void> {
  await makeException(owner, tenant, siteId, { happened_at_ms: at('00:00') });
  const taken = { status: 'inHand', owner_id: adminId, taken_at_ms: at('11:00') } as const;
  await makeException(owner, tenant, siteId, {
    ...taken,
    happened_at_ms: at('10:00'),
    kind: 'flagged',
    severity: 4,
  });
  await makeClosedException(owner, tenant, siteId, {
    happened_at_ms: at('23:59'),
    kind: 'late',
    severity: 1,
  });
}

/** All of it, of one site. */
export async function addDay(world: ReportWorld, siteId: string): Promise<void> {
  await addDues(world, siteId, await addRounds(world, siteId));
  await addDuties(world, siteId);
  await addIncidents(world, siteId);
  await addExceptions(world, siteId);
}
