// What makes two sendings of an event the same event.
import { hash } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { canonicalJson } from '@watchpost/domain/evidence/canonical-json';
import { isPostEvent, type PostEvent, postSubjectOf } from './post-events.ts';

/** SHA-256, in hex, over the event's text in one fixed order of its keys: whatever order the device wrote them in. */
export function bodyHash(event: FieldEvent): string {
  return hash('sha256', isPostEvent(event) ? textOf(event) : JSON.stringify(inOrder(event)), 'hex');
}

function textOf({ proof: _proof, ...told }: PostEvent): string {
  return canonicalJson(told);
}

type OrderedEvent = Exclude<FieldEvent, PostEvent>;

function inOrder(event: OrderedEvent): OrderedEvent {
  const { id, deviceAtMs } = event;
  switch (event.kind) {
    case 'dutyStarted':
      return { kind: event.kind, id, siteId: event.siteId, deviceAtMs };
    case 'dutyEnded':
      return { kind: event.kind, id, dutyId: event.dutyId, deviceAtMs };
    case 'roundStarted':
      return { kind: event.kind, id, routeVersionId: event.routeVersionId, deviceAtMs };
    case 'roundEnded':
      return { kind: event.kind, id, roundId: event.roundId, deviceAtMs };
    case 'checkpointScanned': {
      const { kind, roundId, checkpointId, method, code, dwellMs } = event;
      const position = positionInOrder(event.position);
      // Devices that send neither code nor dwell have the hash that they always had: the text leaves out what is undefined.
      return { kind, id, roundId, checkpointId, deviceAtMs, method, position, code, dwellMs };
    }
  }
}

type Position = Extract<FieldEvent, { kind: 'checkpointScanned' }>['position'];

function positionInOrder(position: Position): Position {
  if (position === null) return null;
  const { latitude, longitude, accuracyMetres } = position;
  return { latitude, longitude, accuracyMetres };
}

/** The round or duty that an event belongs to: a start's own id names it. Of others what they are about. */
export function subjectOf(event: FieldEvent): string {
  switch (event.kind) {
    case 'dutyStarted':
    case 'roundStarted':
      return event.id;
    case 'dutyEnded':
      return event.dutyId;
    case 'checkpointScanned':
    case 'roundEnded':
      return event.roundId;
    case 'checkpointAnswered':
    case 'ordersAcknowledged':
    case 'handoverNoted':
    case 'handoverRead':
      return postSubjectOf(event);
  }
}
