// Rows of second factors and of sign-ins that wait for one.
import type { ColumnType, Generated } from 'kysely';

interface OfUser {
  tenant_id: string;
  user_id: string;
}
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
/** Without a default: every insert says it. */
type GivenTime = ColumnType<Date, Date | string, Date | string>;
type PerhapsTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

export interface SignInFactorTables {
  authenticators: OfUser & {
    sealed_secret: string | null;
    pending_secret: string | null;
    pending_until: PerhapsTime;
    last_step: Generated<number>;
    added_at: PerhapsTime;
  };
  recovery_codes: OfUser & {
    code_mac: Buffer;
    /** The same of all codes made together; null of those kept before there was one, by their MAC alone. */
    salt: ColumnType<Buffer | null, Buffer, never>;
    made_at: Timestamp;
  };
  passkeys: OfUser & {
    id: string;
    credential_id: string;
    public_key: Buffer;
    counter: number;
    transports: Generated<string[]>;
    rp_id: string;
    name: string;
    is_backed_up: boolean;
    created_at: Timestamp;
    last_used_at: PerhapsTime;
  };
  pending_sign_ins: OfUser & {
    token_hash: Buffer;
    must_enrol: boolean;
    expires_at: GivenTime;
    way: Generated<Readonly<Record<string, string>>>;
  };
  spent_challenges: { tenant_id: string; challenge_hash: Buffer; expires_at: GivenTime };
}
