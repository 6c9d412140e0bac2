// What the catalog cannot say of a column: the values of the domain that a text is one of, and the shape of JSON.
import type { MailAttachment } from '../mail/mail-content.ts';
import type { ListPreferences } from '@watchpost/contract/list-preferences';
import type { Question } from '@watchpost/domain/checkpoint-questions';
import type { DeviceStatus } from '@watchpost/domain/devices';
import type { DueOutcome } from '@watchpost/domain/due-outcomes';
import type { ErasedRecord } from '@watchpost/domain/evidence/erasures';
import type {
  ExceptionEventKind,
  ExceptionKind,
  ExceptionOutcome,
  ExceptionReason,
  ExceptionStatus,
} from '@watchpost/domain/exceptions';
import type { IncidentEventKind, IncidentStatus } from '@watchpost/domain/incidents';
import type { ConsentPurpose, ConsentState } from '@watchpost/domain/mail-consents';
import type { Role } from '@watchpost/domain/permissions';
import type {
  ImportKindName,
  ImportMapping,
  ImportMode,
  ImportOutcome,
  ImportState,
  ImportStopReason,
} from '@watchpost/domain/record-import';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type {
  PauseReason,
  ReportContent,
  ReportFormat,
  ReportPeriod,
  ReportTiming,
  RunState,
} from '@watchpost/domain/scheduled-reports';
import type { DueStatus, TourSchedule } from '@watchpost/domain/tours';

/** An AuditOrigin as it waits in a table. */
interface StoredOrigin {
  readonly tenantId: string;
  readonly actor: { readonly id: string; readonly role: Role } | null;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
}

interface FormerSite {
  readonly name: string;
}

interface FormerGuard {
  readonly employee_id: string;
  readonly first_name: string;
  readonly last_name: string;
}

export interface FormerCheckpoint {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius_metres: number;
  readonly activated: boolean;
}

/** By table and column; null is said by the catalog. */
export interface ColumnTypes {
  'archive_files.kind': 'rows' | 'evidence';
  'archives.status': 'writing' | 'verified' | 'removed';
  'audit_entries.actor_role': Role;
  'audit_entries.after': Readonly<Record<string, unknown>>;
  'audit_entries.before': Readonly<Record<string, unknown>>;
  'audit_names.kind': 'actor' | 'subject';
  'checkpoints.former': readonly FormerCheckpoint[];
  'devices.status': DeviceStatus;
  'due_round_history.status': DueStatus | 'accepted';
  'due_rounds.outcome': DueOutcome;
  'due_rounds.status': DueStatus;
  'exception_counts.kind': ExceptionKind;
  'exception_counts.status': ExceptionStatus;
  'exception_history.actor_kind': 'user' | 'system';
  'exception_history.kind': ExceptionEventKind;
  'exceptions.kind': ExceptionKind;
  'exceptions.outcome': ExceptionOutcome;
  'exceptions.reasons': ExceptionReason[];
  'exceptions.status': ExceptionStatus;
  'files.purpose': 'profileImage' | 'image' | 'tenantLogo' | 'siteLogo' | 'floorPlan' | 'evidence';
  'guard_erasures.records': readonly (ErasedRecord & { readonly marks: string })[];
  'guards.former': readonly FormerGuard[];
  'incident_history.actor_kind': 'user' | 'guard' | 'system';
  'incident_history.from_status': IncidentStatus;
  'incident_history.kind': IncidentEventKind;
  'incident_history.to_status': IncidentStatus;
  'incidents.severity': 'low' | 'medium' | 'high' | 'critical';
  'incidents.status': 'New' | 'Attended' | 'Closed';
  'list_preferences.preferences': Partial<ListPreferences>;
  'mail_consents.purpose': ConsentPurpose;
  'mail_consents.state': ConsentState;
  'mail_messages.attachments': MailAttachment[];
  'mail_messages.state': 'queued' | 'sending' | 'sent' | 'failed';
  'notifications.params': Record<string, string | number>;
  'patrol_tours.schedule': TourSchedule;
  'pending_sign_ins.way': Readonly<Record<string, string>>;
  'published_heads.stamp_state': 'none' | 'waiting' | 'stamped' | 'failed';
  'question_versions.questions': Question[];
  'record_import_rows.cells': string[];
  'record_import_rows.exact': Readonly<Record<string, string>>;
  'record_import_rows.outcome': ImportOutcome;
  'record_imports.kind': ImportKindName;
  'record_imports.mapping': ImportMapping;
  'record_imports.mode': ImportMode;
  'record_imports.origin': StoredOrigin;
  'record_imports.state': ImportState;
  'record_imports.stop_reason': ImportStopReason;
  'route_versions.checkpoints': PlannedCheckpoint[];
  'scheduled_report_runs.contents': ReportContent[];
  'scheduled_report_runs.kind': 'planned' | 'event' | 'test';
  'scheduled_report_runs.state': RunState;
  'scheduled_reports.contents': ReportContent[];
  'scheduled_reports.formats': ReportFormat[];
  'scheduled_reports.paused_reason': PauseReason;
  'scheduled_reports.period': ReportPeriod;
  'scheduled_reports.timing': ReportTiming;
  'sites.former': readonly FormerSite[];
  'sos_history.actor_kind': 'user' | 'guard';
  'users.role': Role;
}
