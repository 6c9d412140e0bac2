// A log of made-up entries, and the plain rule by which the tests say what a filter matches.
import { randomUUID } from 'node:crypto';
import { auditActionNames, auditActions, isAuditAction } from '@watchpost/domain/audit-actions';
import type { Db } from '../../platform/db/database.ts';
import type { MadeTenant } from '../../testing/factories.ts';

export interface MadeEntry {
  readonly id: string;
  readonly at: number;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly action: string;
  readonly subjectId: string;
  readonly subjectLabel: string;
}

const people = ['Asha Rao', 'Ravi Menon', 'asha menon', '100% Sure', 'under_score'].map((name) => ({
  id: randomUUID(),
  name,
}));
const things = ['Riverside', 'faqs', 'Rao Towers', 'Scanned Report'].map((name, at) => ({
  id: `00000000-0000-7000-8000-00000000000${at}`,
  name,
}));

function uuidAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

/** One entry every hour and a half up to `toMs`, newest first as the log shows them. */
export async function makeEntries(
  owner: Db,
  tenant: MadeTenant,
  count: number,
  toMs: number,
  after: object = { name: 'New', limits: [1, 2] },
): Promise<MadeEntry[]> {
  const made = Array.from({ length: count }, (_, at): MadeEntry => {
    const who = at % 11 === 0 ? null : (people[(at * 7) % people.length] ?? null);
    const action = auditActionNames[(at * 7_919) % auditActionNames.length] ?? 'profile.changed';
    const own = who !== null && at % 3 === 0 ? who : things[(at * 5) % things.length];
    return {
      id: uuidAt(toMs - at * 5_400_000),
      at: toMs - at * 5_400_000,
      actorId: who?.id ?? null,
      actorName: who?.name ?? '',
      action,
      subjectId: own?.id ?? '',
      subjectLabel: own?.name ?? '',
    };
  });
  const tenant_id = tenant.id;
  await owner
    .insertInto('audit_entries')
    .values(
      made.map((entry) => ({
        tenant_id,
        id: entry.id,
        at_ms: entry.at,
        actor_id: entry.actorId,
        actor_name: entry.actorName,
        actor_role: entry.actorId === null ? null : ('superAdmin' as const),
        action: entry.action,
        subject_type: isAuditAction(entry.action) ? auditActions[entry.action] : '',
        subject_id: entry.subjectId,
        subject_label: entry.subjectLabel,
        before: JSON.stringify({ name: 'Old' }),
        after: JSON.stringify(after),
        address: '10.0.0.1',
        agent: 'Browser',
        request_id: randomUUID(),
      })),
    )
    .execute();
  const names = made.flatMap((entry) => [
    ...(entry.actorId === null
      ? []
      : [{ tenant_id, kind: 'actor' as const, id: entry.actorId, name: entry.actorName }]),
    { tenant_id, kind: 'subject' as const, id: entry.subjectId, name: entry.subjectLabel },
  ]);
  await owner
    .insertInto('audit_names')
    .values(names)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return made;
}

export interface Asked {
  readonly actor?: string;
  readonly action?: string;
  readonly subjectType?: string;
  readonly subjectId?: string;
  readonly searchText?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Filters of each kind, together and alone; most find something. */
export function filtersOver(made: readonly MadeEntry[]): Asked[] {
  const actors = [{}, { actor: made[1]?.actorId ?? '' }, { actor: randomUUID() }];
  const subjects = [
    {},
    { subjectType: 'user' },
    { action: 'settings.changed' },
    { action: 'export.made', subjectType: 'report' },
    { action: 'export.made', subjectType: 'user' },
    { subjectId: '00000000-0000-7000-8000-000000000002' },
    { subjectId: made[3]?.subjectId ?? '', subjectType: 'user' },
  ];
  const times = [{}, { from: '2026-05-10', to: '2026-05-14' }];
  const texts = [{}, { searchText: 'RAO' }, { searchText: '%' }, { searchText: '_' }, { searchText: 'zz' }];
  return actors.flatMap((actor) =>
    subjects.flatMap((subject) =>
      times.flatMap((time) => texts.map((text) => ({ ...actor, ...subject, ...time, ...text }))),
    ),
  );
}

/** Entry by entry, in UTC. */
export function isMatch(entry: MadeEntry, asked: Asked): boolean {
  const day = new Date(entry.at).toISOString().slice(0, 10);
  const subjectType = isAuditAction(entry.action) ? auditActions[entry.action] : '';
  const text = asked.searchText?.toLowerCase();
  const names = [entry.actorId === null ? '' : entry.actorName, entry.subjectLabel];
  return (
    (asked.actor === undefined || entry.actorId === asked.actor) &&
    (asked.action === undefined || entry.action === asked.action) &&
    (asked.subjectType === undefined || subjectType === asked.subjectType) &&
    (asked.subjectId === undefined || entry.subjectId === asked.subjectId) &&
    (asked.from === undefined || day >= asked.from) &&
    (asked.to === undefined || day <= asked.to) &&
    (text === undefined || names.some((name) => name.toLowerCase().includes(text)))
  );
}
