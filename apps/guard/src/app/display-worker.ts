// Keeps the page of a screen at a checkpoint, so that it opens without a network. Built apart as /display/sw.js (FIELD-03).
import { cacheShell } from './shell-worker.ts';
import type { WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;
declare const SHELL_FILES: Readonly<Record<string, string>>;
declare const SHELL_VERSION: string;

cacheShell(self, { prefix: 'display-shell-', version: SHELL_VERSION, files: SHELL_FILES, page: '' });
// No one stands before a screen who would let a newer page in.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
