// The way of a spreadsheet through an import, as the console goes it.
import type { RecordImport } from '@watchpost/contract/record-imports';
import type { ImportMode } from '@watchpost/domain/record-import';
import { expect, vi } from 'vitest';
import type { Caller } from './test-app.ts';
import { formOf } from './test-files.ts';

type Bytes = Buffer | string;

export const noRows = { new: 0, changed: 0, unchanged: 0, wrong: 0 };

export function importSteps(path: string, fileName: string) {
  const upload = (caller: Caller, bytes: Bytes) =>
    caller('POST', path, formOf(Buffer.from(bytes), fileName, 'text/csv'));

  /** Checked with the columns that were guessed. */
  async function checked(caller: Caller, bytes: Bytes): Promise<RecordImport> {
    const { id, mapping } = (await upload(caller, bytes)).json();
    return (await caller('PUT', `${path}/${id}`, { body: { mapping } })).json();
  }

  const ended = (caller: Caller, id: string): Promise<RecordImport> =>
    vi.waitFor(
      async () => {
        const view = (await caller('GET', `${path}/${id}`)).json();
        expect(['done', 'refused', 'stopped']).toContain(view.state);
        return view;
      },
      { timeout: 50_000, interval: 100 },
    );

  async function imported(caller: Caller, bytes: Bytes, mode: ImportMode): Promise<RecordImport> {
    const { id } = await checked(caller, bytes);
    const run = await caller('POST', `${path}/${id}/run`, { body: { mode } });
    expect(run.statusCode).toBe(200);
    return ended(caller, id);
  }

  return { upload, checked, ended, imported };
}
