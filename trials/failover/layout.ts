import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
export const logsFolder = path.join(root, '.cache/trials/failover');
export const deployFolder = path.join(root, 'deploy');
export const serverProgram = (name: string) => path.join(root, 'apps/server/dist', `${name}.js`);
