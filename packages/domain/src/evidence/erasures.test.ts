import { describe, expect, it } from 'vitest';
import { isErasable, withoutName } from './erasures.ts';
import type { LogEntry } from './log-entry.ts';

const by = { actor_kind: 'guard', actor_id: 'g1', actor_name: 'Sunita More' };
const entry = (table: string, row: LogEntry['row']): LogEntry => ({ table, id: 'r1', row });
const version = (source: string, row: LogEntry['row']) =>
  entry('record_versions', { source, record_key: 'k', no: 1, at_ms: 2, row });
const erasure = { guardId: 'g1', pseudonym: 'Erased 1a2b3c4d' };

describe('an erasure', () => {
  it('takes the name out of a guard’s own step in a history, and nothing else', () => {
    const step = entry('incident_history', { ...by, at: '2026', comment: 'Seen.', kind: 'reported' });
    expect(withoutName(step, erasure)?.row).toEqual({ ...step.row, actor_name: erasure.pseudonym });
    const call = version('sos_history', { ...by, kind: 'raised', comment: '' });
    const state = { ...by, kind: 'raised', comment: '', actor_name: erasure.pseudonym };
    expect(withoutName(call, erasure)?.row).toEqual({ ...call.row, row: state });
  });

  it.each([
    ['a scan', entry('scans', { ...by, guard_id: 'g1', device_at_ms: 1 })],
    ['an event', entry('field_events', { ...by, kind: 'roundStarted' })],
    ['a refused event', entry('refused_events', { ...by, body: '{}' })],
    ['a key', entry('device_keys', { ...by, guard_id: 'g1' })],
    ['an erasure', entry('guard_erasures', { ...by, guard_id: 'g1' })],
    ['another guard’s step', entry('incident_history', { ...by, actor_id: 'g2' })],
    ['an admin’s step', entry('incident_history', { ...by, actor_kind: 'user' })],
    ['a step without a name', entry('incident_history', { actor_kind: 'guard', actor_id: 'g1' })],
    ['an incident', version('incidents', { ...by, description: 'Smoke.' })],
    ['a position', version('sos_positions', { ...by, latitude: 18.5 })],
    ['a record that is gone', entry('incident_history', null)],
  ])('takes nothing out of %s', (_what, record) => {
    expect(withoutName(record, erasure)).toBeNull();
  });

  it('can concern histories alone, whichever guard they name', () => {
    expect(isErasable(entry('incident_history', { ...by, actor_id: 'g2' }))).toBe(true);
    expect(isErasable(version('sos_history', by))).toBe(true);
    expect(isErasable(entry('scans', by))).toBe(false);
    expect(isErasable(entry('incident_history', { ...by, actor_kind: 'user' }))).toBe(false);
  });
});
