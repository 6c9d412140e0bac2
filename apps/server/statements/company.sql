-- Statements that apps/server/src/company writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- company/files/unused-photos.queries.ts

-- findUnusedPhotos
SELECT f.id FROM files f WHERE {isUnused[purpose]} AND f.created_at < now() - {newFor[purpose]}
  AND ($2::uuid IS NULL OR f.owner_id = $2::uuid) AND ($3::uuid IS NULL OR f.id > $3::uuid)
  ORDER BY f.id LIMIT 100;

-- deleteUnusedPhoto
DELETE FROM files f WHERE {isUnused[purpose]} AND f.id = $2::uuid RETURNING f.storage_key AS key;


-- company/mail-consents/mail-consents.queries.ts

-- findRecipientStates
SELECT a.address, (SELECT CASE WHEN coalesce(c.state, 'invited') = 'invited' AND own.has_account THEN 'agreed'
    ELSE coalesce(c.state, 'notInvited') END
  FROM (SELECT EXISTS (SELECT FROM users u WHERE u.tenant_id = $1::uuid AND lower(u.email) = lower(a.address)
      AND u.activated AND u.invited_at IS NULL AND NOT u.is_address_unproven AND u.role IN ('superAdmin', 'subAdmin')) AS has_account) own
  LEFT JOIN mail_consents c ON c.tenant_id = $1::uuid AND c.purpose = '{purpose}'
    AND c.address_hash = sha256(convert_to(lower(a.address), 'UTF8'))) AS state
  FROM unnest($2::text[]) AS a (address);

-- invitationsLeft
SELECT pg_advisory_xact_lock(hashtextextended({`mail invitations ${tenantId}`}, 0));


-- company/notifications/board-signals.queries.ts

-- signalBoard
SELECT pg_notify($1::text, $2::text);


-- company/notifications/notice-signals.queries.ts

-- wakeConsoles
SELECT pg_notify($1::text, $2::text);

-- wakeTenant
SELECT pg_notify($1::text, $2::text);


-- company/notifications/notifications.queries.ts

-- findInbox
SELECT coalesce(i.last_no, 0) AS "lastNo", {unread} AS unread,
    coalesce(s.version, 0) AS "settingsVersion"
  FROM (VALUES (1)) AS one (row)
  LEFT JOIN notification_inboxes AS i ON i.tenant_id = {tenantId}::uuid AND i.user_id = {userId}::uuid
  LEFT JOIN tenant_settings AS s ON s.tenant_id = {tenantId}::uuid;


-- company/notifications/sos-signals.queries.ts

-- signalSos
SELECT pg_notify($1::text, $2::text);


-- company/push/push-outdated.queries.ts

-- dealtWith
SELECT FROM sos_calls WHERE tenant_id = $1::uuid AND id = $2::uuid AND resolved_at_ms IS NOT NULL;

-- dealtWith
SELECT FROM due_rounds
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND status NOT IN ('due', 'late');

-- dealtWith
SELECT FROM rounds
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND status_code <> 1001;


-- company/push/push.queries.ts

-- saveSubscription
SELECT pg_advisory_xact_lock(hashtextextended({`push ${userId}`}, 0));

-- saveSubscription
INSERT INTO push_subscriptions AS s
    (tenant_id, id, user_id, token_hash, endpoint, p256dh, auth, language)
  VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bytea, $5, $6, $7, $8)
  ON CONFLICT (tenant_id, endpoint) DO UPDATE SET user_id = excluded.user_id, token_hash = excluded.token_hash,
    p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language
  WHERE s.user_id = excluded.user_id OR (s.p256dh = excluded.p256dh AND s.auth = excluded.auth)
  RETURNING id;

-- saveSubscription
DELETE FROM push_subscriptions WHERE tenant_id = $1::uuid AND id IN (
  SELECT id FROM push_subscriptions WHERE tenant_id = $1::uuid AND user_id = $2::uuid AND id <> $3::uuid
  ORDER BY created_at DESC, id DESC OFFSET 9);

-- findDelivery
SELECT p.user_id AS "userId", p.endpoint, p.p256dh, p.auth, p.language,
    k.public_key AS "publicKey", k.private_key AS "sealedKey"
  FROM push_subscriptions p
  JOIN sessions s ON s.tenant_id = p.tenant_id AND s.token_hash = p.token_hash AND s.expires_at > now()
  JOIN users u ON u.tenant_id = p.tenant_id AND u.id = p.user_id AND u.activated
  JOIN push_keys k ON k.tenant_id = p.tenant_id
  LEFT JOIN sub_admins a ON a.tenant_id = p.tenant_id AND a.user_id = p.user_id
  WHERE p.tenant_id = $1::uuid AND p.id = $2::uuid AND (u.role = 'superAdmin'
    OR (u.role = 'subAdmin' AND a.site_id IS NOT NULL AND ($3::uuid IS NULL OR a.site_id = $3::uuid)));
