-- Statements that apps/server/src/accounts writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- accounts/sign-in/known-devices.queries.ts

-- meetDevice
INSERT INTO known_devices AS d (tenant_id, user_id, device_hash)
  VALUES ($1::uuid, $2::uuid, $3::bytea)
  ON CONFLICT (tenant_id, user_id, device_hash) DO UPDATE SET last_used_at = now()
  RETURNING d.xmax = 0 AND EXISTS (SELECT FROM known_devices o
    WHERE o.tenant_id = $1::uuid AND o.user_id = $2::uuid AND o.device_hash <> $3::bytea) AS "isNew";

-- forgetOldest
DELETE FROM known_devices WHERE tenant_id = $1::uuid AND user_id = $2::uuid
  AND device_hash IN (SELECT device_hash FROM known_devices WHERE tenant_id = $1::uuid AND user_id = $2::uuid
    ORDER BY last_used_at DESC, device_hash OFFSET 50);

-- isKnownDevice
SELECT FROM known_devices d
  JOIN users u ON u.tenant_id = d.tenant_id AND u.id = d.user_id
  WHERE u.tenant_id = $1::uuid AND d.tenant_id = $1::uuid AND d.device_hash = $2::bytea;

-- isKnownDevice
SELECT FROM known_devices d
  JOIN users u ON u.tenant_id = d.tenant_id AND u.id = d.user_id
  WHERE u.tenant_id = $1::uuid AND d.tenant_id = $1::uuid AND d.device_hash = $2::bytea {condition} LIMIT 1;

-- insertKnownDevice
INSERT INTO known_devices (tenant_id, user_id, device_hash)
  VALUES ($1::uuid, $2::uuid, $3::bytea) ON CONFLICT DO NOTHING;


-- accounts/sign-in/lock-admitted.queries.ts

-- ofEverySite
SELECT u.id FROM users u WHERE u.tenant_id = $1::uuid AND u.id = $2::uuid AND u.password_hash = $3::text AND u.activated FOR SHARE OF u;

-- ofOneSite
SELECT u.id FROM users u JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
  WHERE u.tenant_id = $1::uuid AND u.id = $2::uuid AND u.password_hash = $3::text AND u.activated FOR SHARE OF u FOR KEY SHARE OF a;


-- accounts/sign-in/second-step.queries.ts

-- findSecondSteps
SELECT
  EXISTS (SELECT 1 FROM authenticators WHERE tenant_id = {tenantId}::uuid AND user_id = {userId}::uuid AND sealed_secret IS NOT NULL) AS "authenticator",
  EXISTS (SELECT 1 FROM passkeys WHERE tenant_id = {tenantId}::uuid AND user_id = {userId}::uuid) AS "passkey",
  EXISTS (SELECT 1 FROM recovery_codes WHERE tenant_id = {tenantId}::uuid AND user_id = {userId}::uuid) AS "recoveryCode",
  EXISTS (SELECT 1 FROM tenant_config WHERE tenant_id = {tenantId}::uuid
    AND config_key = 'isTwoStepRequired' AND config_value = 'true') AS "isRequired";


-- accounts/users/password-codes.queries.ts

-- insertCode
SELECT pg_advisory_xact_lock(hashtextextended({lock}, 0));

-- takeTry
UPDATE password_codes SET tries = tries + 1
  WHERE tenant_id = $1::uuid AND id = (SELECT id FROM password_codes
      WHERE tenant_id = $1::uuid AND email_hash = $2::bytea AND grant_hash IS NULL AND NOT is_invitation
      ORDER BY created_at DESC LIMIT 1)
    AND grant_hash IS NULL AND tries < $3::int AND expires_at > now()
  RETURNING id, user_id AS "userId", otp_mac AS "otpMac";


-- accounts/users/sent-invitations.queries.ts

-- countInvitations
SELECT (SELECT count(*)::int FROM users u WHERE u.tenant_id = $1::uuid
    AND u.invited_at > now() - interval '24 hours') AS "ofDay",
  (SELECT count(*)::int FROM mail_messages m WHERE m.tenant_id = $1::uuid AND m.template = 'invitation'
    AND lower(m.recipient) = lower($2)) AS "ofAddress";
