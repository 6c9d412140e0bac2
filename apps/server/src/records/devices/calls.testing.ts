import { randomUUID } from 'node:crypto';
import type { Caller } from '../../testing/test-app.ts';

interface Sent {
  readonly call: string;
  readonly incident: string;
}

/** A call for help from a phone, whose guard is safe again, and an incident; their ids. */
export async function callAndReport(phone: Caller, siteId: string): Promise<Sent> {
  const sentAtMs = Date.now();
  const made = () => ({ id: randomUUID(), deviceAtMs: sentAtMs });
  const sos = { ...made(), siteId, position: null };
  await phone('POST', '/field/sos', { body: { sentAtMs, sos } });
  await phone('POST', `/field/sos/${sos.id}/safe`, { body: { sentAtMs, safe: made() } });
  const facts = { type: 'theft', severity: 'high', description: 'A window is broken.', position: null };
  const incident = { ...facts, ...made(), siteId };
  await phone('POST', '/field/incident', { body: { sentAtMs, incident } });
  return { call: sos.id, incident: incident.id };
}

/** Whether the call, the report of safety and the incident are marked as coming from a lost phone. */
export async function marksOf(admin: Caller, sent: Sent): Promise<boolean[]> {
  const { call } = (await admin('GET', `/secure/sos/${sent.call}`)).json();
  const { incident } = (await admin('GET', `/secure/incidents/${sent.incident}`)).json();
  return [call.isFromLostPhone, call.isSafeFromLostPhone, incident.isFromLostPhone];
}
