// The import rules of docs/architecture as data: which room a file is in and what that room may import.
import path from 'node:path';

export interface AreaRule {
  readonly area: string;
  /** Rooms that it may import besides itself. */
  readonly imports: readonly string[];
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
const uiPackages = [
  'react',
  'react-dom',
  '@tabler/icons-react',
  'd3-scale',
  'd3-shape',
  'leaflet',
  'protomaps-leaflet',
  '@protomaps/basemaps',
];

/** First match wins. */
export const areaRules: readonly AreaRule[] = [
  { area: 'domain', imports: [], packages: ['libphonenumber-js'], mayUseNode: false },
  { area: 'contract', imports: ['domain'], packages: ['zod'], mayUseNode: false },
  { area: 'server/env', imports: [...shared, 'server/platform'], packages: 'declared', mayUseNode: true },
  // What is put together at the start, and the operator's programs.
  ...['server/root', 'server/commands'].map((area) => ({
    area,
    imports: [...shared, ...serverAreas, 'server/env', 'server/root'],
    packages: 'declared' as const,
    mayUseNode: true,
  })),
  ...serverAreas.map((area, at) => ({
    area,
    imports: [...shared, 'server/env', ...serverAreas.slice(0, at)],
    packages: 'declared' as const,
    mayUseNode: true,
  })),
  { area: 'console/ui', imports: [], packages: uiPackages, mayUseNode: false },
  { area: 'console/labels', imports: shared, packages: [], mayUseNode: false },
  {
    area: 'console/lib',
    imports: [...shared, 'console/labels', 'console/ui'],
    packages: 'declared',
    mayUseNode: false,
  },
  // Lists and forms that the features of all managed records are made of.
  {
    area: 'console/records',
    imports: [...shared, 'console/ui', 'console/lib'],
    packages: 'declared',
    mayUseNode: false,
  },
  // Filters, addresses and exports that the reports and logs of what happened share.
  {
    area: 'console/reports',
    imports: [...shared, 'console/ui', 'console/lib'],
    packages: 'declared',
    mayUseNode: false,
  },
  {
    area: 'console/features/*',
    imports: [...shared, 'console/ui', 'console/lib', 'console/records', 'console/reports', 'console/labels'],
    packages: 'declared',
    mayUseNode: false,
  },
  {
    area: 'console/app',
    imports: [...shared, 'console/ui', 'console/lib', 'console/labels', 'console/features/*'],
    packages: 'declared',
    mayUseNode: false,
  },
  // The page that checks evidence files by itself: one file without any package.
  { area: 'console/offline', imports: ['domain', 'console/labels'], packages: [], mayUseNode: false },
  {
    area: 'guard/ui',
    imports: [],
    packages: ['react', 'react-dom', '@tabler/icons-react'],
    mayUseNode: false,
  },
  { area: 'guard/labels', imports: shared, packages: [], mayUseNode: false },
  {
    area: 'guard/lib',
    imports: [...shared, 'guard/labels', 'guard/ui'],
    packages: 'declared',
    mayUseNode: false,
  },
  // What the phone stores and sends, independent of any page: the worker uses it without one.
  { area: 'guard/outbox', imports: [...shared, 'guard/lib'], packages: 'declared', mayUseNode: false },
  {
    area: 'guard/features/*',
    imports: [...shared, 'guard/ui', 'guard/lib', 'guard/labels', 'guard/outbox'],
    packages: 'declared',
    mayUseNode: false,
  },
  {
    area: 'guard/app',
    imports: [...shared, 'guard/ui', 'guard/lib', 'guard/labels', 'guard/outbox', 'guard/features/*'],
    packages: 'declared',
    mayUseNode: false,
  },
  // Plain Node until the dependencies are installed: nothing but built-ins and its own folder.
  { area: 'scripts', imports: [], packages: [], mayUseNode: true },
];

/** E.g. 'server/patrol', 'console/features/sites', 'console/ui', 'domain', or null for a file under no rule. */
export function areaOf(filePath: string): string | null {
  const inPackage = /^packages\/([^/]+)\/src\//.exec(filePath);
  if (inPackage) return inPackage[1] ?? null;
  if (filePath.startsWith('scripts/')) return 'scripts';
  const inApp = /^apps\/([^/]+)\/src\/(.+)$/.exec(filePath);
  if (!inApp) return null;
  const [, app = '', rest = ''] = inApp;
  const [area = '', noun = ''] = rest.split('/');
  // Settings are for anyone who needs them; the programs and the app beside them are for no one.
  if (rest === 'env.ts') return `${app}/env`;
  if (!rest.includes('/')) return `${app}/root`;
  return area === 'features' ? `${app}/features/${noun}` : `${app}/${area}`;
}

function matches(pattern: string, area: string): boolean {
  if (pattern === area) return true;
  return pattern.endsWith('/features/*') && area.startsWith(pattern.slice(0, -1));
}

export function ruleOf(area: string): AreaRule | undefined {
  return areaRules.find((rule) => matches(rule.area, area));
}

export function mayImportArea(rule: AreaRule, from: string, to: string): boolean {
  return from === to || rule.imports.some((pattern) => matches(pattern, to));
}

export function mayImportPackage(rule: AreaRule, name: string): boolean {
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
