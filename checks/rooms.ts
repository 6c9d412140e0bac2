// The import rules of docs/architecture as data: which room a file is in and what that room may import.
import path from 'node:path';

export interface RoomRule {
  readonly room: string;
  /** Rooms that it may import besides itself. */
  readonly rooms: readonly string[];
  /** Packages from outside: every declared one, or these names only. */
  readonly packages: 'declared' | readonly string[];
  readonly mayUseNode: boolean;
}

const shared = ['domain', 'contract'];
/** Each imports those before it. */
const serverAreas = [
  'platform',
  'accounts',
  'company',
  'records',
  'patrol',
  'reports',
  'lifecycle',
  'demo',
].map((area) => `server/${area}`);
const uiPackages = ['react', 'react-dom', '@tabler/icons-react', 'd3-scale', 'd3-shape', 'leaflet'];

/** First match wins. */
export const roomRules: readonly RoomRule[] = [
  { room: 'domain', rooms: [], packages: ['libphonenumber-js'], mayUseNode: false },
  { room: 'contract', rooms: ['domain'], packages: ['zod'], mayUseNode: false },
  { room: 'server/env', rooms: [...shared, 'server/platform'], packages: 'declared', mayUseNode: true },
  // What is put together at the start, and the operator's programs.
  ...['server/root', 'server/commands'].map((room) => ({
    room,
    rooms: [...shared, ...serverAreas, 'server/env', 'server/root'],
    packages: 'declared' as const,
    mayUseNode: true,
  })),
  ...serverAreas.map((room, at) => ({
    room,
    rooms: [...shared, 'server/env', ...serverAreas.slice(0, at)],
    packages: 'declared' as const,
    mayUseNode: true,
  })),
  { room: 'console/ui', rooms: [], packages: uiPackages, mayUseNode: false },
  { room: 'console/labels', rooms: shared, packages: [], mayUseNode: false },
  {
    room: 'console/lib',
    rooms: [...shared, 'console/labels', 'console/ui'],
    packages: 'declared',
    mayUseNode: false,
  },
  // Lists and forms that the features of all managed records are made of.
  {
    room: 'console/records',
    rooms: [...shared, 'console/ui', 'console/lib'],
    packages: 'declared',
    mayUseNode: false,
  },
  // Filters, addresses and exports that the reports and logs of what happened share.
  {
    room: 'console/reports',
    rooms: [...shared, 'console/ui', 'console/lib'],
    packages: 'declared',
    mayUseNode: false,
  },
  {
    room: 'console/features/*',
    rooms: [...shared, 'console/ui', 'console/lib', 'console/records', 'console/reports', 'console/labels'],
    packages: 'declared',
    mayUseNode: false,
  },
  {
    room: 'console/app',
    rooms: [...shared, 'console/ui', 'console/lib', 'console/labels', 'console/features/*'],
    packages: 'declared',
    mayUseNode: false,
  },
  // The page that checks evidence files by itself: one file without any package.
  { room: 'console/offline', rooms: ['domain', 'console/labels'], packages: [], mayUseNode: false },
  {
    room: 'guard/ui',
    rooms: [],
    packages: ['react', 'react-dom', '@tabler/icons-react'],
    mayUseNode: false,
  },
  { room: 'guard/labels', rooms: shared, packages: [], mayUseNode: false },
  {
    room: 'guard/lib',
    rooms: [...shared, 'guard/labels', 'guard/ui'],
    packages: 'declared',
    mayUseNode: false,
  },
  // What the phone keeps and sends, whoever shows it: the worker uses it without any page.
  { room: 'guard/outbox', rooms: [...shared, 'guard/lib'], packages: 'declared', mayUseNode: false },
  {
    room: 'guard/features/*',
    rooms: [...shared, 'guard/ui', 'guard/lib', 'guard/labels', 'guard/outbox'],
    packages: 'declared',
    mayUseNode: false,
  },
  {
    room: 'guard/app',
    rooms: [...shared, 'guard/ui', 'guard/lib', 'guard/labels', 'guard/outbox', 'guard/features/*'],
    packages: 'declared',
    mayUseNode: false,
  },
  // Plain Node until the dependencies are installed: nothing but built-ins and its own folder.
  { room: 'scripts', rooms: [], packages: [], mayUseNode: true },
];

/** E.g. 'server/patrol', 'console/features/sites', 'console/ui', 'domain', or null for a file under no rule. */
export function roomOf(filePath: string): string | null {
  const inPackage = /^packages\/([^/]+)\/src\//.exec(filePath);
  if (inPackage) return inPackage[1] ?? null;
  if (filePath.startsWith('scripts/')) return 'scripts';
  const inApp = /^apps\/([^/]+)\/src\/(.+)$/.exec(filePath);
  if (!inApp) return null;
  const [, app = '', rest = ''] = inApp;
  const [room = '', noun = ''] = rest.split('/');
  // Settings are for anyone who needs them; the programs and the app beside them are for no one.
  if (rest === 'env.ts') return `${app}/env`;
  if (!rest.includes('/')) return `${app}/root`;
  return room === 'features' ? `${app}/features/${noun}` : `${app}/${room}`;
}

function matches(pattern: string, room: string): boolean {
  if (pattern === room) return true;
  return pattern.endsWith('/features/*') && room.startsWith(pattern.slice(0, -1));
}

export function ruleOf(room: string): RoomRule | undefined {
  return roomRules.find((rule) => matches(rule.room, room));
}

export function mayImportRoom(rule: RoomRule, from: string, to: string): boolean {
  return from === to || rule.rooms.some((pattern) => matches(pattern, to));
}

export function mayImportPackage(rule: RoomRule, name: string): boolean {
  return rule.packages === 'declared' || rule.packages.includes(name);
}

export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'package'; readonly name: string };

/** Where an import leads: a file of this repository, a part of Node or a package from outside. */
export function targetOf(from: string, specifier: string): Target {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) {
    return { kind: 'file', path: path.posix.join(path.posix.dirname(from), bare) };
  }
  const own = /^@watchpost\/([^/]+)(?:\/(.+))?$/.exec(bare);
  if (own) {
    const home = own[1] === 'domain' || own[1] === 'contract' ? 'packages' : 'apps';
    return { kind: 'file', path: `${home}/${own[1]}/src/${own[2] ?? 'index'}.ts` };
  }
  if (bare.startsWith('node:')) return { kind: 'node', name: bare };
  const [first = '', second = ''] = bare.split('/');
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first };
}
