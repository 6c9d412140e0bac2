#!/usr/bin/env node
// npx watchpost-verify FILE: says whether an evidence file holds, from a checkout and without a server.
import { inRoot } from './layout.mjs';

process.argv.splice(1, 1, process.argv[1], inRoot('apps', 'server', 'src', 'commands', 'evidence-verify.ts'));
await import('./run.mjs');
