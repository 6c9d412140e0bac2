// Files that somebody names, as on a command line.

type Reasons = Readonly<Record<string, string>>;

const ofPaths: Reasons = {
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links lead in a circle',
};
const ofReading: Reasons = {
  ...ofPaths,
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};
const ofWriting: Reasons = {
  ...ofPaths,
  ENOENT: 'its folder does not exist',
  EEXIST: 'a part of its path is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
};

/** Why a file could not be read, to follow its name and a colon; the system's own words for what has none here. */
export const whyUnreadable = (error: unknown): string => textOf(error, ofReading);

/** Likewise why a file could not be made or written. */
export const whyUnwritable = (error: unknown): string => textOf(error, ofWriting);

function textOf(error: unknown, reasons: Reasons): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return reasons[code] ?? error.message;
}
