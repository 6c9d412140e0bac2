// Temporary files of a test run in memory: gone after it, however it ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const script = path.resolve(import.meta.dirname, '../scripts/memory-temp.mjs');

/** A process ends at once that does not end with this. */
const forEver = 'setInterval(() => {}, 1000);';

/** A process that took its folder and told which; '' where there is no room for one. */
async function startHolder(rest: string) {
  const { TMPDIR: _own, ...env } = process.env;
  const source = `import { memoryTemp } from ${JSON.stringify(script)};
    process.stdout.write((memoryTemp() ?? '') + '\\n'); ${rest}`;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', source], { env });
  const ended = once(program, 'exit');
  const [output] = await once(program.stdout.setEncoding('utf8'), 'data');
  const folder = String(output).trim();
  onTestFinished(() => {
    program.kill('SIGKILL');
    if (folder !== '') fs.rmSync(folder, { recursive: true, force: true });
  });
  return { program, ended, folder };
}

it('a run leaves none behind, and takes away what one that was killed has left', async ({ skip }) => {
  const killed = await startHolder(forEver);
  if (killed.folder === '') skip('no room in memory here');
  fs.writeFileSync(path.join(killed.folder, 'data'), 'thrown away');
  const other = await startHolder(forEver);
  expect(fs.existsSync(killed.folder)).toBe(true);
  killed.program.kill('SIGKILL');
  await killed.ended;
  const next = await startHolder('');
  await next.ended;
  expect(next.folder).not.toBe('');
  expect(fs.existsSync(next.folder)).toBe(false);
  expect(fs.existsSync(killed.folder)).toBe(false);
  expect(fs.existsSync(other.folder)).toBe(true);
});
