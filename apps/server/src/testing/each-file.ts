// Runs again for every test file, which a module that test files share does not.
import { afterAll } from 'vitest';
import { endFile } from './file-end.ts';

afterAll(endFile);
