import { describe, expect, it } from 'vitest';
import { byLabel, findEntries } from './palette-entries.ts';

const entries = [
  { label: 'Dashboard', context: '' },
  { label: 'Manage Checkpoints', context: '' },
  { label: 'Scanned Checkpoints', context: 'Reports' },
  { label: 'Login/Logout', context: 'Reports' },
];
const find = (text: string) => findEntries(entries, text).map((entry) => entry.label);

describe('command palette', () => {
  it('shows everything for no text', () => expect(find('  ')).toHaveLength(4));
  it('puts a label that begins with the text first', () => {
    expect(find('da')).toEqual(['Dashboard']);
    expect(find('CHECK')).toEqual(['Manage Checkpoints', 'Scanned Checkpoints']);
  });
  it('finds by later words, by letters in order and by group', () => {
    expect(find('logout')).toEqual(['Login/Logout']);
    expect(find('mgck')).toEqual(['Manage Checkpoints']);
    expect(find('reports')).toEqual(['Scanned Checkpoints', 'Login/Logout']);
  });
  it('does not take letters out of the middle of words', () => expect(find('ndck')).toEqual([]));
  it('puts records first that have the text in their name, and keeps the order of the others', () => {
    const records = [
      { label: 'Gatha Campus' },
      { label: 'Hub' },
      { label: 'Main Gate' },
      { label: 'Gate 2' },
    ];
    expect(byLabel(records, 'gate ').map(({ label }) => label)).toEqual([
      'Gate 2',
      'Main Gate',
      'Gatha Campus',
      'Hub',
    ]);
  });
  it.each([
    ['lodz', 'Łódź Magazyn'],
    ['aero', 'Ærø Havn'],
    ["o'connor's", 'O’Connor’s Yard'],
    ['gate 12', 'Gate १२'],
  ])('[INPUT-03] takes %s for %s', (text, label) => {
    const labels = [
      { label: 'Zoo', context: '' },
      { label, context: '' },
    ];
    expect(findEntries(labels, text).map((entry) => entry.label)).toEqual([label]);
  });
  it('finds nothing where nothing answers', () => expect(find('zzz')).toEqual([]));
});
