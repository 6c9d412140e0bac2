// Incidents that guards report from their rounds: what, where, and when the server heard of it.
import type { IncidentSeverity, IncidentType } from '@watchpost/domain/incidents';
import type { Company, Guard, Site } from './company.ts';
import type { RoundRecord } from './duty.ts';
import { type IncidentStory, incidentStories } from './incident-stories.ts';
import { Random } from './random.ts';
import type { ReportedPosition } from './walk.ts';

export interface ModelIncident {
  readonly id: string;
  readonly site: Site;
  readonly guard: Guard;
  readonly type: IncidentType;
  readonly severity: IncidentSeverity;
  readonly text: string;
  readonly story: IncidentStory;
  /** Where the phone was at the scan before the report; null when it did not know. */
  readonly position: ReportedPosition | null;
  readonly deviceAtMs: number;
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
}

/** Share of rounds on which a guard comes upon something: some two a day in a company of the demo's size. */
const incidentShare = 0.0085;

/** What was reported on a round, and had arrived by `toMs`; null on most rounds. The same for the same round always. */
export function incidentOn(
  { seed }: Pick<Company, 'seed'>,
  round: RoundRecord,
  toMs: number,
): ModelIncident | null {
  const random = new Random(seed, 'incident', round.id);
  if (!random.chance(incidentShare)) return null;
  const scans = round.events.filter(({ event }) => event.kind === 'checkpointScanned');
  if (scans.length === 0) return null;
  const { event, sentAtMs, receivedAtMs } = random.pick(scans);
  if (event.kind !== 'checkpointScanned') return null;
  const checkpoint = round.version.checkpoints.find(
    ({ checkpointId }) => checkpointId === event.checkpointId,
  );
  if (checkpoint === undefined) return null;
  const story = pickStory(random, checkpoint.name);
  // As long as it takes to look at it and to write it down.
  const writingMs = random.integer(25_000, 150_000);
  if (receivedAtMs + writingMs >= toMs) return null;
  const deviceAtMs = event.deviceAtMs + writingMs;
  return {
    id: random.uuidV7(deviceAtMs),
    site: round.site,
    guard: round.guard,
    type: story.type,
    severity: story.severity,
    text: random.pick(story.texts).replace('{place}', checkpoint.name),
    story,
    position: event.position,
    deviceAtMs,
    sentAtMs: sentAtMs + writingMs,
    receivedAtMs: receivedAtMs + writingMs,
  };
}

/** By their weight, of those that happen at such a place. */
function pickStory(random: Random, checkpoint: string): IncidentStory {
  const fitting = incidentStories.filter(({ where }) => where.test(checkpoint));
  const weighted = fitting.flatMap((story) => Array.from({ length: story.weight }, () => story));
  return random.pick(weighted);
}
