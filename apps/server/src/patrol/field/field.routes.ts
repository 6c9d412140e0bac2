import {
  type FieldEvent,
  type FieldPlan,
  fieldEvent,
  fieldSignIn,
  fieldSignOut,
  getFieldPlan,
  sendFieldEvent,
  sendFieldEvents,
} from '@watchpost/contract/field';
import { listFieldDueRounds } from '@watchpost/contract/field-due-rounds';
import { fieldTimeOf, flagsOfTime } from '@watchpost/domain/device-clock';
import type { GuardScope } from '../../platform/access/caller.ts';
import type { FieldLimits } from '../../platform/access/field-limits.ts';
import { flagsOfPhone } from '../../platform/access/flags-of-phone.ts';
import { hashToken, makeToken } from '../../platform/access/session-token.ts';
import { deleteOldTries } from '../../platform/access/sign-in-limit.queries.ts';
import { auditOrigin } from '../../platform/audit/audit-origin.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { findTrustInForce } from '../trust/find-trust-settings.queries.ts';
import { checkProofs, signedAmong } from './check-proofs.ts';
import { findClosedDuties } from './closed-duties.queries.ts';
import { bodyHash } from './event-body.ts';
import { findGuardsDues } from './field-due-rounds.queries.ts';
import { FieldQueues } from './field-queues.ts';
import {
  deleteExpiredFieldSessions,
  deleteFieldSession,
  findPlannedRoutes,
} from './field-session.queries.ts';
import { findPosts } from './field-posts.queries.ts';
import { checkFieldSignIn, letIn } from './field-sign-in.service.ts';
import { isRefusal, type Verdict } from './field.service.ts';
import type { SentEvent } from './field-state.ts';
import { findPlanSettings } from './plan-settings.queries.ts';
import { storeRefused, type MalformedEvent, refusedOf } from './refused-events.ts';

interface FieldSettings {
  readonly limits: FieldLimits;
}

export const fieldRoutes = ({ limits }: FieldSettings): Route[] => [
  ...phoneRoutes(limits),
  ...eventRoutes(limits),
];

function phoneRoutes(limits: FieldLimits): Route[] {
  return [
    route(fieldSignIn, async (context) => {
      const { tenant, db, body, address, agent } = context;
      const origin = auditOrigin(context);
      const { employeeId, secret, deviceId, publicKey, enrolment } = body;
      const key = publicKey === undefined ? null : { publicKey, enrolment, company: tenant.slug, employeeId };
      const subject = { tenantId: tenant.id, employeeId, address, deviceId, key, origin };
      const guard = await checkFieldSignIn(db, subject, secret);
      const token = makeToken();
      const scope = { db, tenantId: tenant.id, guardId: guard.id, deviceId };
      limits.take(scope, 'signIns');
      await letIn(scope, guard, { tokenHash: hashToken(token), address, agent, key }, origin);
      await deleteExpiredFieldSessions(scope);
      await deleteOldTries(db, tenant.id);
      const { id, firstName, lastName } = guard;
      return {
        accessToken: token,
        guard: { id, employeeId: guard.employeeId, firstName, lastName },
        serverTimeMs: Date.now(),
      };
    }),

    route(fieldSignOut, async ({ caller }) => {
      await deleteFieldSession(caller.scope, caller.tokenHash);
      return {};
    }),

    route(getFieldPlan, ({ caller }) => planOf(caller.scope, Date.now())),

    route(listFieldDueRounds, async ({ caller }) => {
      const rounds = await findGuardsDues(caller.scope, Date.now());
      return { serverTimeMs: Date.now(), rounds };
    }),
  ];
}

function eventRoutes(limits: FieldLimits): Route[] {
  const queues = new FieldQueues();
  return [
    route(sendFieldEvent, async ({ caller: { scope }, body }) => {
      const { sentAtMs, ageMs, event } = body;
      limits.takeEvents(scope, [event]);
      const sending = { sentAtMs, ageOf: () => ageMs };
      const [verdict] = await takeEvents(queues, scope, sending, { wellFormed: [event], malformed: [] });
      if (verdict === undefined) throw new Error('an event got no verdict');
      if (isRefusal(verdict)) throw new AppError(verdict.code);
      return verdict;
    }),

    route(sendFieldEvents, async ({ caller: { scope }, body }) => {
      const { sentAtMs, agesMs, events } = body;
      limits.takeEvents(scope, events);
      const sending = { sentAtMs, ageOf: (id: string) => agesMs?.[id] };
      const verdicts = await takeEvents(queues, scope, sending, sortEvents(events));
      return {
        accepted: verdicts.flatMap((verdict) => (isRefusal(verdict) ? [] : verdict)),
        refused: verdicts.filter(isRefusal),
      };
    }),
  ];
}

interface SortedEvents {
  readonly wellFormed: readonly FieldEvent[];
  readonly malformed: readonly MalformedEvent[];
}

interface Sending {
  readonly sentAtMs: number;
  /** Undefined where the device does not say. */
  readonly ageOf: (eventId: string) => number | undefined;
}

/** What became of each, those without the shape of an event last. */
async function takeEvents(
  queues: FieldQueues,
  scope: GuardScope,
  sending: Sending,
  { wellFormed, malformed }: SortedEvents,
): Promise<Verdict[]> {
  const sent = await toSent(scope, sending, wellFormed);
  const verdicts = sent.length === 0 ? [] : await queues.of(scope).send(sent);
  const refused = [...refusedOf(sent, verdicts), ...(await signedAmong(scope, malformed))];
  await storeRefused(scope, sending.sentAtMs, refused);
  return [...verdicts, ...malformed.map(({ refusal }) => refusal)];
}

async function planOf(scope: GuardScope, serverTimeMs: number): Promise<FieldPlan> {
  const [routes, found, closedDuties, { dateFormat, phones }, { positionDwellMs }] = await Promise.all([
    findPlannedRoutes(scope),
    findPosts(scope, serverTimeMs),
    findClosedDuties(scope),
    findPlanSettings(scope),
    findTrustInForce(scope.db, scope.tenantId),
  ]);
  const posts = found.map(({ contactPhone: _phone, ...post }) => post);
  // A contact of the site stands in for a control room that is not set.
  const contacts = phones.controlRoom === '' ? found.filter(({ contactPhone }) => contactPhone !== '') : [];
  const sites = contacts.map(({ siteId, siteName, contactPhone: phone }) => ({ siteId, siteName, phone }));
  return {
    serverTimeMs,
    dateFormat,
    routes,
    posts,
    phones: { ...phones, sites },
    positionDwellMs,
    closedDuties,
  };
}

/** Events of an upload that have the shape of one, and refusals that say what is wrong with the others. */
function sortEvents(events: readonly { readonly id: string }[]): SortedEvents {
  const wellFormed: FieldEvent[] = [];
  const malformed: MalformedEvent[] = [];
  for (const event of events) {
    const parsed = fieldEvent.safeParse(event);
    if (parsed.success) wellFormed.push(parsed.data);
    else {
      const [issue] = parsed.error.issues;
      const message = `${issue?.path.join('.') || 'event'}: ${issue?.message ?? 'is not valid.'}`;
      malformed.push({ event, refusal: { id: event.id, code: 'invalid', message } });
    }
  }
  return { wellFormed, malformed };
}

async function toSent(
  scope: GuardScope,
  { sentAtMs, ageOf }: Sending,
  events: readonly FieldEvent[],
): Promise<SentEvent[]> {
  const { guardId, deviceId } = scope;
  const receivedAtMs = Date.now();
  const proofFlags = await checkProofs(scope, events);
  const lost = flagsOfPhone(scope);
  return events.map((event, index) => {
    const { id, deviceAtMs } = event;
    const time = fieldTimeOf({ deviceAtMs, sentAtMs, receivedAtMs, ageMs: ageOf(id) });
    return {
      event,
      guardId,
      deviceId,
      receivedAtMs,
      bodyHash: bodyHash(event),
      proofFlags: [...(proofFlags[index] ?? []), ...lost, ...flagsOfTime(time)],
      // Last: Node 20 adds a property to a copy fifty times as slowly as it copies one.
      ...time,
    };
  });
}
