// What the phone keeps of what the guard did, until the server has it (FIELD-02).
import type { FieldEvent, FieldPlan } from '@watchpost/contract/field';
import type { FieldDueRound } from '@watchpost/contract/field-due-rounds';
import type { FieldIncident } from '@watchpost/contract/field-incidents';
import type { FieldSos, SosPosition } from '@watchpost/contract/sos';
import type { DeviceTime } from '../lib/device-time.ts';

export type Entry =
  | { readonly kind: 'event'; readonly event: FieldEvent }
  | { readonly kind: 'incident'; readonly incident: FieldIncident }
  /** Its picture lies apart, so that lists stay light. */
  | { readonly kind: 'photo'; readonly id: string; readonly incidentId: string; readonly bytes: number }
  | { readonly kind: 'sos'; readonly sos: FieldSos }
  | { readonly kind: 'sosPosition'; readonly sosId: string; readonly position: SosPosition }
  | {
      readonly kind: 'sosSafe';
      readonly sosId: string;
      readonly safe: { readonly id: string; readonly deviceAtMs: number };
    };

/** Names a guard of a company: what one guard recorded is never sent as another's. */
export type Owner = string;
export const ownerOf = (company: string, guardId: string): Owner => `${company}/${guardId}`;

export type OutboxState = 'waiting' | 'sent' | 'refused';

export interface NewRecord {
  /** Made on the phone; the server knows the record by it, however often it is sent. */
  readonly id: string;
  readonly owner: Owner;
  readonly state: OutboxState;
  readonly entry: Entry;
  readonly time: DeviceTime;
  /** What it is about, for people: a checkpoint's or a route's name. */
  readonly about: string;
  /** Of the draft that it was, so that it is recorded once. */
  readonly draftId?: string;
  /** When the server took it, by its clock. */
  readonly receivedAtMs?: number;
  /** Reasons to doubt a scan, as the server sees it. */
  readonly flags?: readonly string[];
  /** The checkpoint at which a scan counts whose code is not of the one that it names; null where it counts at none. */
  readonly countsAt?: string | null;
  readonly refusal?: { readonly code: string; readonly message: string };
  /** The guard has read why it was refused; it stays all the same. */
  readonly isRead?: boolean;
}
/** In the order in which they were written. */
export type OutboxRecord = NewRecord & { readonly seq: number };

export function idOf(entry: Entry): string {
  switch (entry.kind) {
    case 'event':
      return entry.event.id;
    case 'incident':
      return entry.incident.id;
    case 'photo':
      return entry.id;
    case 'sos':
      return entry.sos.id;
    case 'sosPosition':
      return entry.position.id;
    case 'sosSafe':
      return entry.safe.id;
  }
}

export interface Session {
  readonly owner: Owner;
  readonly company: string;
  readonly guard: {
    readonly id: string;
    readonly employeeId: string;
    readonly firstName: string;
    readonly lastName: string;
  };
  /** Null when the server has ended it: the guard must sign in again, and nothing is lost in the meantime. */
  readonly token: string | null;
  /** Of a session that ended because the office stopped the phone: of use for handing over what it holds, and nothing else. */
  readonly heldToken?: string;
  /** Has signed out here; the token is kept until all of it is sent. */
  readonly isLeaving: boolean;
  /** The key that the guard's events are signed with on this phone; none of a session of before there were any. */
  readonly key?: string | null;
}

export interface StoredPlan {
  readonly routes: FieldPlan['routes'];
  readonly dues: readonly FieldDueRound[];
  /** A plan that an older app fetched has none. */
  readonly posts?: FieldPlan['posts'];
  readonly closedDuties?: FieldPlan['closedDuties'];
  readonly dateFormat?: FieldPlan['dateFormat'];
  readonly phones?: FieldPlan['phones'];
  readonly positionDwellMs?: FieldPlan['positionDwellMs'];
  readonly fetchedAtMs: number;
  /** The server's clock minus the phone's; null where it was not known. */
  readonly offsetMs: number | null;
}

export type PlannedRoute = FieldPlan['routes'][number];
export type PlannedPoint = PlannedRoute['checkpoints'][number];
