import { describe, expect, it } from 'vitest';
import { emptyDraft, inputOf } from './report-draft.ts';

describe('what a report is saved with', () => {
  it('sends it also to addresses that were written and not added yet, to each once', () => {
    const draft = {
      ...emptyDraft('', 'en'),
      recipients: ['a@acme.example'],
      typed: ' B@acme.example; a@acme.example',
    };
    expect(inputOf(draft).recipients).toEqual(['a@acme.example', 'b@acme.example']);
    expect(inputOf({ ...draft, typed: '  ' }).recipients).toEqual(['a@acme.example']);
  });
});
