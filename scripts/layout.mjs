// Where the repository's parts lie, for every command script.
import { fileURLToPath } from 'node:url';
import path from 'node:path';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const inRoot = (...parts) => path.join(root, ...parts);

export const modulesFolder = inRoot('node_modules');
export const cacheFolder = inRoot('.cache');
export const resultsFolder = inRoot('.cache', 'test-results');
export const serverBundle = inRoot('apps', 'server', 'dist', 'main.js');
export const verificationPage = inRoot('apps', 'server', 'dist', 'verification-page.html');
export const outlinesMap = inRoot('apps', 'server', 'dist', 'maps', 'outlines.pmtiles');
export const guardIndex = inRoot('apps', 'guard', 'dist', 'index.html');
export const consoleIndex = inRoot('apps', 'console', 'dist', 'index.html');
