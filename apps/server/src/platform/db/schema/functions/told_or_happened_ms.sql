-- The time that a phone gave or, where its clock was wrong by over two minutes, when it happened by the server's
-- clock.
CREATE OR REPLACE FUNCTION told_or_happened_ms(of_tenant uuid, of_round uuid, of_kind text, told_ms bigint)
  RETURNS bigint
  LANGUAGE sql
  STABLE
AS $$
SELECT coalesce(
    (
        SELECT least(e.device_at_ms - e.clock_skew_ms, e.received_at_ms)
        FROM field_events e
        WHERE e.tenant_id = of_tenant AND e.subject_id = of_round AND e.kind = of_kind
          AND e.device_at_ms = told_ms AND e.phone_at_ms IS NULL AND abs(e.clock_skew_ms) > 120000
        ORDER BY e.received_at_ms, e.id LIMIT 1
      ), told_ms
  )
$$;
