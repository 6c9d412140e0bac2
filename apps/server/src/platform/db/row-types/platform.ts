// Written by "npm run db:snapshot" from the catalog and column-types.ts.
import type { ColumnTypes } from '../column-types.ts';
import type { Default, Json, Timestamp } from '../row-type.ts';

export interface PlatformTables {
  /** A company that uses the product. The only table that every request reads before it knows the company. */
  tenants: {
    tenant_id: string;
    slug: string;
    name: string;
    is_demo: Default<boolean>;
    created_at: Default<Timestamp>;
    exceptions_from_ms: Default<number>;
  };
  /** A file that a person uploaded; its contents are in the file store. */
  files: {
    tenant_id: string;
    id: string;
    name: string;
    media_type: string;
    bytes: number;
    sha256: Buffer;
    created_at: Default<Timestamp>;
    owner_id: string | null;
    purpose: Default<ColumnTypes['files.purpose']>;
    width: Default<number>;
    height: Default<number>;
    storage_key: Default<string>;
  };
  /** Who changed what, when and from where. Appended to, never changed. */
  audit_entries: {
    tenant_id: string;
    id: string;
    at_ms: number;
    actor_id: string | null;
    actor_name: string;
    actor_role: ColumnTypes['audit_entries.actor_role'] | null;
    action: string;
    subject_type: string;
    subject_id: string;
    subject_label: string;
    before: Json<ColumnTypes['audit_entries.before'], null>;
    after: Json<ColumnTypes['audit_entries.after'], null>;
    address: string;
    agent: string;
    request_id: string;
  };
  /** Every name in the audit log once, so that its filter lists them without reading the whole log. */
  audit_names: {
    tenant_id: string;
    kind: ColumnTypes['audit_names.kind'];
    id: string;
    name: string;
  };
  /** A message to be mailed, and what became of it. */
  mail_messages: {
    tenant_id: string;
    id: string;
    recipient: string;
    template: string;
    language: string;
    subject: string;
    text_part: string | null;
    html_part: string | null;
    state: Default<ColumnTypes['mail_messages.state']>;
    reason: Default<string>;
    attempts: Default<number>;
    next_try_at: Default<Timestamp>;
    created_at: Default<Timestamp>;
    sent_at: Timestamp<null>;
    tried_at: Timestamp<null>;
    attachments: Default<Json<ColumnTypes['mail_messages.attachments']>>;
    unsubscribe_url: string | null;
  };
  /** Whether a person without an account agreed to be mailed, and for what. */
  mail_consents: {
    tenant_id: string;
    id: string;
    purpose: ColumnTypes['mail_consents.purpose'];
    address_hash: Buffer;
    address: string | null;
    state: ColumnTypes['mail_consents.state'];
    language: string;
    invitations: Default<number>;
    invited_at: Timestamp<null>;
    answered_at: Timestamp<null>;
    created_at: Default<Timestamp>;
  };
  /** A mailed link by which a person agrees or refuses. */
  mail_consent_links: {
    tenant_id: string;
    token_hash: Buffer;
    consent_id: string;
    made_at: Default<Timestamp>;
  };
  /** The key pair by which the company's server is known to push services (VAPID). */
  push_keys: {
    tenant_id: string;
    public_key: string;
    private_key: string;
  };
  /** A browser that gets push notifications. */
  push_subscriptions: {
    tenant_id: string;
    id: string;
    user_id: string;
    token_hash: Buffer;
    endpoint: string;
    p256dh: string;
    auth: string;
    language: string;
    created_at: Default<Timestamp>;
  };
}
