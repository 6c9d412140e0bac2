// Keeps the whole app on the phone and sends what waits after the app was closed. Built apart as /guard/sw.js (FIELD-02).
import { runOutbox } from '../outbox/office.ts';
import { cacheShell } from './shell-worker.ts';
import type { WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;
declare const SHELL_FILES: Readonly<Record<string, string>>;
declare const SHELL_VERSION: string;

cacheShell(self, {
  prefix: 'guard-shell-',
  version: SHELL_VERSION,
  files: SHELL_FILES,
  page: 'index.html',
});
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting();
});
self.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(send());
});

/** Rejects while something waits, upon which the browser tries again by itself. */
async function send(): Promise<void> {
  const end = await runOutbox();
  if (end.kind === 'later') throw new Error('The network is away');
}
