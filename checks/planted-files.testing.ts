// Sources that exist only here, each breaking one rule, so that no rule can pass by looking at nothing.
import { type ParsedFile, parseFile } from './parsed-file.ts';

/** Parses a planted source as if it lay at `path`. */
export function plant(path: string, text: string): ParsedFile {
  return parseFile({ path, text });
}
