// A guard whom the office moves, and a shift that the phone had kept until then.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import type { Caller } from '../../testing/test-app.ts';
import { type FieldSite, roundEnded, roundStarted, scanned } from './field-site.testing.ts';

/** To one site alone, as the office does it. */
export async function moveGuard(office: Caller, guardId: string, siteId: string): Promise<void> {
  const guard = (await office('GET', `/secure/guards/${guardId}`)).json();
  const { employeeId, firstName, lastName, email, phoneNumber, countryCode, photo, version } = guard;
  const stored = { employeeId, firstName, lastName, email, phoneNumber, countryCode, photo, version };
  const reply = await office('PUT', `/secure/guards/${guardId}`, { body: { ...stored, siteIds: [siteId] } });
  if (reply.statusCode !== 200) throw new Error(`moving answered ${reply.statusCode}: ${reply.body}`);
}

/** Ten minutes of duty at the site, with a round of all its checkpoints, an answer and a note. */
export function shiftAt(site: FieldSite, startedAtMs: number): { round: FieldEvent; events: FieldEvent[] } {
  const minute = 60_000;
  const dutyId = randomUUID();
  const round = roundStarted(site, { deviceAtMs: startedAtMs + minute });
  const scans = site.planned.map((_, at) =>
    scanned(site, round.id, at, { deviceAtMs: startedAtMs + (2 + at) * minute }),
  );
  const deviceAtMs = startedAtMs + 10 * minute;
  const { id: scanId = '', checkpointId = '' } = scans[0] ?? {};
  const answer = {
    kind: 'checkpointAnswered',
    id: randomUUID(),
    scanId,
    checkpointId,
    questionsId: null,
  } as const;
  const note = { kind: 'handoverNoted', id: randomUUID(), siteId: site.siteId, isUrgent: false } as const;
  const events: FieldEvent[] = [
    { kind: 'dutyStarted', id: dutyId, siteId: site.siteId, deviceAtMs: startedAtMs },
    round,
    ...scans,
    { ...answer, answers: [], note: 'The gate stood open.', deviceAtMs },
    { ...note, text: 'The gate was repaired.', deviceAtMs },
    roundEnded(round.id, { deviceAtMs }),
    { kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs },
  ];
  return { round, events };
}
