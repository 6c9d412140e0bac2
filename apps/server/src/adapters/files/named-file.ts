// Files that somebody names, as on a command line.

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links lead in a circle',
};

/** Why a file could not be read, to follow its name and a colon; the system's own words for what has none here. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return reasons[code] ?? error.message;
}
