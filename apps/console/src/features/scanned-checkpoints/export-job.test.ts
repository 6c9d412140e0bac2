import { describe, expect, it } from 'vitest';
import { createExportJob } from './export-job.ts';

function pending() {
  let finish: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { promise, finish };
}

describe('export', () => {
  it('runs alone: a second does not start, and one may follow when the first is done', async () => {
    const job = createExportJob();
    const work = pending();
    const first = job.start('xls', () => work.promise);
    expect(job.running()).toEqual({ format: 'xls', receivedBytes: 0 });
    expect(await job.start('csv', async () => undefined)).toBeNull();
    work.finish();
    expect(await first).toEqual({ kind: 'done', receivedBytes: 0 });
    expect(job.running()).toBeNull();
    expect(await job.start('csv', async () => undefined)).toEqual({ kind: 'done', receivedBytes: 0 });
  });

  it('tells how far it is, not more than ten times a second, and the whole size at the end', async () => {
    let nowMs = 0;
    const job = createExportJob(() => nowMs);
    const reported: (number | undefined)[] = [];
    job.subscribe(() => reported.push(job.running()?.receivedBytes));
    const outcome = await job.start('csv', async (_, onBytes) => {
      for (const bytes of [10, 20, 30, 40]) {
        nowMs += 60;
        onBytes(bytes);
      }
    });
    expect(reported).toEqual([0, 20, 40, undefined]);
    expect(outcome).toEqual({ kind: 'done', receivedBytes: 40 });
  });

  it('ends as cancelled when it is cancelled, whatever the work throws then', async () => {
    const job = createExportJob();
    const outcome = job.start(
      'pdf',
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    );
    job.cancel();
    expect(await outcome).toEqual({ kind: 'cancelled' });
    expect(job.running()).toBeNull();
  });

  it('ends as failed with the reason', async () => {
    const job = createExportJob();
    const error = new Error('disk');
    expect(await job.start('pdf', () => Promise.reject(error))).toEqual({ kind: 'failed', error });
    expect(job.running()).toBeNull();
  });
});
