import { describe, expect, it } from 'vitest';
import { draftName, findDraft, saveDraft } from './saved-drafts.ts';

describe('drafts on a phone that stores nothing', () => {
  it('[FIELD-01] last as long as the app is open, each its guard’s own', async () => {
    const own = draftName('demo/1', 'note', 'duty');
    const others = draftName('demo/2', 'note', 'duty');
    saveDraft(own, { text: 'Key 7' });
    saveDraft(own, { text: 'Key 7 is at reception' });
    // A write that fails is told to no one, or the run of the tests ends with it.
    await new Promise((resolve) => setImmediate(resolve));
    expect(findDraft(own)).toEqual({ text: 'Key 7 is at reception' });
    expect(findDraft(others)).toBeUndefined();
    saveDraft(own, undefined);
    expect(findDraft(own)).toBeUndefined();
  });
});
