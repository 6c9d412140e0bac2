// Written by "npm run db:snapshot" from the catalog and column-types.ts.
import type { ColumnTypes } from '../column-types.ts';
import type { Default, Json, Timestamp } from '../row-type.ts';

export interface AccountsTables {
  /** A person who signs in to the console with an email address. */
  users: {
    tenant_id: string;
    id: string;
    email: string;
    password_hash: string;
    role: ColumnTypes['users.role'] | null;
    activated: Default<boolean>;
    first_name: Default<string>;
    last_name: Default<string>;
    phone_number: Default<string>;
    country_code: Default<string>;
    profile_image: Default<string>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    language: string | null;
    invited_at: Timestamp<null>;
    is_address_unproven: Default<boolean>;
    invitation_ends_at: Timestamp<null>;
  };
  /** The one site that a site manager manages. */
  sub_admins: {
    tenant_id: string;
    user_id: string;
    site_id: string;
  };
  /** A browser or phone that is signed in. */
  sessions: {
    tenant_id: string;
    token_hash: Buffer;
    user_id: string | null;
    guard_id: string | null;
    device_id: string | null;
    created_at: Default<Timestamp>;
    last_seen_at: Default<Timestamp>;
    expires_at: Timestamp;
    address: Default<string>;
    agent: Default<string>;
    confirmed_at: Timestamp<null>;
    public_key: string | null;
    revoked_at: Timestamp<null>;
    owes_signature: Default<boolean>;
  };
  /** Failed sign-ins, counted by account and by address, to slow down guessing. */
  sign_in_failures: {
    tenant_id: string;
    subject: string;
    failures: number;
    window_started_at: Default<Timestamp>;
  };
  /** A mailed code or link to set a new password, or an invitation. */
  password_codes: {
    tenant_id: string;
    id: string;
    email_hash: Buffer;
    user_id: string | null;
    otp_mac: Buffer;
    link_hash: Buffer | null;
    grant_hash: Buffer | null;
    tries: Default<number>;
    created_at: Default<Timestamp>;
    expires_at: Timestamp;
    is_invitation: Default<boolean>;
    replaced_at: Timestamp<null>;
  };
  /** A user's authenticator app (TOTP). */
  authenticators: {
    tenant_id: string;
    user_id: string;
    sealed_secret: string | null;
    pending_secret: string | null;
    pending_until: Timestamp<null>;
    last_step: Default<number>;
    added_at: Timestamp<null>;
  };
  /** A code that replaces the second factor once; the row is deleted when it is used. */
  recovery_codes: {
    tenant_id: string;
    user_id: string;
    code_mac: Buffer;
    made_at: Default<Timestamp>;
    salt: Buffer | null;
  };
  /** A user's passkey (WebAuthn). */
  passkeys: {
    id: string;
    tenant_id: string;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: Default<string[]>;
    rp_id: string;
    name: string;
    is_backed_up: boolean;
    created_at: Default<Timestamp>;
    last_used_at: Timestamp<null>;
  };
  /** A sign-in that waits for its second factor. */
  pending_sign_ins: {
    token_hash: Buffer;
    tenant_id: string;
    user_id: string;
    must_enrol: boolean;
    expires_at: Timestamp;
    way: Default<Json<ColumnTypes['pending_sign_ins.way']>>;
  };
  /** Challenges of passkeys that were answered, so that no answer is used twice. */
  spent_challenges: {
    tenant_id: string;
    challenge_hash: Buffer;
    expires_at: Timestamp;
  };
  /** The company's identity provider (OpenID Connect). */
  sign_in_providers: {
    tenant_id: string;
    issuer: string;
    client_id: string;
    client_secret: string;
    scopes: string;
    label: string;
    is_on: boolean;
    version: Default<number>;
  };
  /** Which account a person at the identity provider is. Either is linked once. */
  provider_identities: {
    tenant_id: string;
    issuer: string;
    subject: string;
    user_id: string;
    linked_at: Default<Timestamp>;
  };
  /** A browser that a user has signed in from, so that mail warns of new ones only. */
  known_devices: {
    tenant_id: string;
    user_id: string;
    device_hash: Buffer;
    last_used_at: Default<Timestamp>;
  };
  /** How a user arranged a list of the console. */
  list_preferences: {
    tenant_id: string;
    user_id: string;
    area: string;
    preferences: Json<ColumnTypes['list_preferences.preferences']>;
  };
}
