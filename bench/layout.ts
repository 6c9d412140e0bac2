// Where the parts lie that are run or read from here.
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
export const cacheFolder = path.join(root, '.cache', 'bench');
export const serverBundle = path.join(root, 'apps', 'server', 'dist', 'main.js');
export const tsxLoader = path.join(root, 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs');
export const floorProgram = path.join(import.meta.dirname, 'floor-server.ts');
export const consoleSources = path.join(root, 'apps', 'console', 'src');
export const runsFile = path.join(import.meta.dirname, 'history', 'runs.jsonl');
export const benchmarksDocument = path.join(root, 'docs', 'benchmarks.md');
