// What becomes of a reported incident: who sees to it, what they write, and when it is closed.
import type { IncidentSeverity, IncidentStatus, IncidentType } from '@watchpost/domain/incidents';
import type { ModelIncident } from './incidents.ts';
import { Random } from './random.ts';

export interface CourseStep {
  readonly atMs: number;
  readonly kind: 'assigned' | 'status' | 'comment';
  /** The status that it came to; null for other steps. */
  readonly status: IncidentStatus | null;
  readonly comment: string;
  /** Which of the control room's people. */
  readonly person: number;
}

export interface IncidentCourse {
  readonly status: IncidentStatus;
  /** In the order of time; all of it before now. */
  readonly steps: readonly CourseStep[];
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Minutes until somebody attends, and until it is closed after that, on average. */
const pace: Readonly<Record<IncidentSeverity, { readonly attend: number; readonly close: number }>> = {
  critical: { attend: 6, close: 500 },
  high: { attend: 25, close: 1_500 },
  medium: { attend: 150, close: 1_700 },
  low: { attend: 600, close: 2_400 },
};

/** Of the latest reports the mildest that no one has attended to yet, and as many that are being seen to. */
const lingersAtMostMs = 7 * dayMs;
/** What can wait for a part, a craftsman or the police. */
const lingering: ReadonlySet<IncidentType> = new Set([
  'damage',
  'equipmentFault',
  'intrusion',
  'safetyHazard',
  'suspiciousPerson',
  'theft',
] as const);
const waitingAtMost = { New: 5, Attended: 7 };

/** The course of each incident up to now, in the order given: the oldest closed, the latest still waiting. */
export function coursesOf(
  incidents: readonly ModelIncident[],
  { seed, people, nowMs }: { readonly seed: number; readonly people: number; readonly nowMs: number },
): IncidentCourse[] {
  const waiting = waitingOf(incidents, nowMs);
  return incidents.map((incident) => {
    const random = new Random(seed, 'course', incident.id);
    const steps = stepsOf(random, incident, people, nowMs, waiting.get(incident.id));
    return { steps, status: steps.findLast(({ status }) => status !== null)?.status ?? 'New' };
  });
}

function waitingOf(incidents: readonly ModelIncident[], nowMs: number): Map<string, IncidentStatus> {
  const waiting = new Map<string, IncidentStatus>();
  const left = { ...waitingAtMost };
  for (const { id, type, severity, receivedAtMs } of incidents.toReversed()) {
    const age = nowMs - receivedAtMs;
    if (age > lingersAtMostMs || !lingering.has(type)) continue;
    const mayWait = severity === 'low' || severity === 'medium';
    const status = mayWait && left.New > 0 ? 'New' : 'Attended';
    if (left[status] === 0) continue;
    left[status] -= 1;
    waiting.set(id, status);
  }
  return waiting;
}

function stepsOf(
  random: Random,
  { story, severity, receivedAtMs }: ModelIncident,
  people: number,
  nowMs: number,
  waiting: IncidentStatus | undefined,
): CourseStep[] {
  const { attend, close } = pace[severity];
  const person = random.integer(0, people - 1);
  // A waiting incident was reported before now, so somebody can attend to it only since then.
  const limitMs = waiting === undefined ? Number.POSITIVE_INFINITY : (nowMs - receivedAtMs) * 0.6;
  const attendMs = Math.min(limitMs, (2 + random.exponential(attend)) * minuteMs);
  const attendedAtMs = Math.round(receivedAtMs + attendMs);
  const closedAtMs = Math.round(attendedAtMs + (20 + random.exponential(close)) * minuteMs);
  const step = (
    atMs: number,
    kind: CourseStep['kind'],
    comment: string,
    status: CourseStep['status'] = null,
  ) => ({
    atMs: Math.round(atMs),
    kind,
    comment,
    status,
    person,
  });
  const all: CourseStep[] = [];
  if (waiting !== 'New') {
    const assignMs = receivedAtMs + attendMs * 0.7;
    if (random.chance(0.8)) all.push(step(assignMs, 'assigned', ''));
    const remark = random.chance(0.75) ? random.pick(story.attended) : '';
    all.push(step(attendedAtMs, 'status', remark, 'Attended'));
    const betweenMs = waiting === undefined ? closedAtMs - attendedAtMs : nowMs - attendedAtMs;
    if (story.remarks.length > 0 && random.chance(0.6)) {
      all.push(
        step(attendedAtMs + betweenMs * random.between(0.2, 0.8), 'comment', random.pick(story.remarks)),
      );
    }
    if (waiting === undefined) all.push(step(closedAtMs, 'status', random.pick(story.closed), 'Closed'));
  } else if (random.chance(0.4)) {
    all.push(step(receivedAtMs + (nowMs - receivedAtMs) * 0.5, 'assigned', ''));
  }
  return all.filter(({ atMs }) => atMs < nowMs);
}
