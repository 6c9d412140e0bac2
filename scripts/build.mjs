// npm run build: installs if need be, then builds server and console whatever was built before.
import './node-version.mjs';
import { ensureBuild } from './ensure-build.mjs';
import { ensureInstall } from './ensure-install.mjs';
import { takeNoArguments } from './no-arguments.mjs';

takeNoArguments("npm run build: builds server, console and guards' app, whatever was built before.");
await ensureInstall();
await ensureBuild({ force: true });
console.error('Built.');
