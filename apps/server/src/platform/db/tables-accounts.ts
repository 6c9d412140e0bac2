// Row shapes of sessions and sign-ins, of outgoing mail and who agreed to be mailed, and of one-time codes.
import type { ConsentPurpose, ConsentState } from '@watchpost/domain/mail-consents';
import type { ColumnType, Generated } from 'kysely';
import type { MailAttachment } from '../mail/mail-content.ts';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Without a default: every insert says it. */
type GivenTime = ColumnType<Date, Date | string, Date | string>;
type LaterTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface AccountTables {
  sessions: {
    tenant_id: string;
    token_hash: Buffer;
    user_id: string | null;
    guard_id: string | null;
    device_id: string | null;
    created_at: Timestamp;
    last_seen_at: Timestamp;
    expires_at: GivenTime;
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    address: Generated<string>;
    agent: Generated<string>;
    public_key: string | null;
    owes_signature: Generated<boolean>;
    revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  sign_in_failures: { tenant_id: string; subject: string; failures: number; window_started_at: Timestamp };
  mail_messages: {
    tenant_id: string;
    id: string;
    recipient: string;
    template: string;
    language: string;
    subject: string;
    text_part: string | null;
    html_part: string | null;
    attachments: ColumnType<MailAttachment[], string | undefined, string>;
    unsubscribe_url: string | null;
    state: Generated<'queued' | 'sending' | 'sent' | 'failed'>;
    reason: Generated<string>;
    attempts: Generated<number>;
    next_try_at: Timestamp;
    tried_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    created_at: Timestamp;
    sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  mail_consents: {
    tenant_id: string;
    id: string;
    purpose: ConsentPurpose;
    address_hash: Buffer;
    /** Null once it was erased. */
    address: string | null;
    state: ConsentState;
    language: string;
    invitations: Generated<number>;
    invited_at: LaterTimestamp;
    answered_at: LaterTimestamp;
    created_at: Timestamp;
  };
  mail_consent_links: {
    tenant_id: string;
    token_hash: Buffer;
    consent_id: string;
    made_at: Timestamp;
  };
  password_codes: {
    tenant_id: string;
    id: string;
    email_hash: Buffer;
    user_id: string | null;
    otp_mac: Buffer;
    link_hash: Buffer | null;
    grant_hash: Buffer | null;
    tries: Generated<number>;
    created_at: Timestamp;
    expires_at: GivenTime;
    is_invitation: Generated<boolean>;
    replaced_at: LaterTimestamp;
  };
}
