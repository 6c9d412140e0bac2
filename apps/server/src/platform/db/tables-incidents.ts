// What belongs to an incident; the incident itself is among the managed records.
import type { IncidentEventKind, IncidentStatus } from '@watchpost/domain/incidents';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string | undefined, never>;

export interface IncidentTables {
  /** Appended to, never changed. */
  incident_history: {
    tenant_id: string;
    id: string;
    incident_id: string;
    at: Timestamp;
    kind: IncidentEventKind;
    actor_kind: 'user' | 'guard' | 'system';
    actor_id: string | null;
    actor_name: string;
    from_status: IncidentStatus | null;
    to_status: IncidentStatus | null;
    comment: Generated<string>;
    /** [{field, before, after}] as JSON. */
    changes: ColumnType<unknown, string | undefined, never>;
    flags: Generated<string[] | null>;
  };
  incident_photos: {
    tenant_id: string;
    id: string;
    incident_id: string;
    file_id: string;
    sent_hash: string | null;
    added_at: Timestamp;
  };
}
