// Temporary files of a test run in memory: gone after it, however it ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const script = path.resolve(import.meta.dirname, '../scripts/memory-temp.mjs');

/** A process that took its folder and told which; '' where there is no room for one. */
async function holding(rest: string) {
  const { TMPDIR: _own, ...env } = process.env;
  const source = `import { memoryTemp } from ${JSON.stringify(script)};
    process.stdout.write((memoryTemp() ?? '') + '\\n'); ${rest}`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', source], { env });
  const ended = once(holder, 'exit');
  const [told] = await once(holder.stdout.setEncoding('utf8'), 'data');
  return { holder, ended, folder: String(told).trim() };
}

it('a run leaves none behind, and takes away what one that was killed has left', async ({ skip }) => {
  const killed = await holding('setInterval(() => {}, 1000);');
  if (killed.folder === '') {
    killed.holder.kill('SIGKILL');
    skip('no room in memory here');
  }
  fs.writeFileSync(path.join(killed.folder, 'data'), 'thrown away');
  const beside = await holding('setInterval(() => {}, 1000);');
  expect(fs.existsSync(killed.folder)).toBe(true);
  killed.holder.kill('SIGKILL');
  await killed.ended;
  const next = await holding('');
  await next.ended;
  expect(fs.existsSync(next.folder)).toBe(false);
  expect(fs.existsSync(killed.folder)).toBe(false);
  expect(fs.existsSync(beside.folder)).toBe(true);
  beside.holder.kill('SIGKILL');
  await beside.ended;
  fs.rmSync(beside.folder, { recursive: true });
});
