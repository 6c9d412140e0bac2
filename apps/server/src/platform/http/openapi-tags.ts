// The groups of the API's description, by the first part of an endpoint's path.
import type { Endpoint } from '@watchpost/contract/endpoint';

interface Group {
  readonly name: string;
  readonly description: string;
  readonly parts: readonly string[];
}

const groups: readonly Group[] = [
  {
    name: 'Sign-in',
    description: 'The ways into the console, and what a signed-in person may see.',
    parts: ['admin', 'user-signin', 'sign-in-provider', 'signout', 'user-metadata'],
  },
  {
    name: 'Own account',
    description: 'Profile, password, second factors, sessions and saved views of the signed-in person.',
    parts: ['users', 'sign-in-factors', 'sessions', 'list-preferences'],
  },
  {
    name: 'Dashboard',
    description: 'Figures, rankings and trends, and who is on duty now.',
    parts: ['dashboard', 'live-board', 'events'],
  },
  {
    name: 'Sites',
    description: 'Sites with their site managers, logos, floor plans, post orders and holidays.',
    parts: [
      'sites',
      'sub-admins',
      'site-logos',
      'floor-plans',
      'post-orders',
      'places',
      'time-zone',
      'tenants',
    ],
  },
  {
    name: 'Maps',
    description: 'The ground of maps: archives of vector tiles, and pictures of a tile server.',
    parts: ['map'],
  },
  { name: 'Guards', description: 'Guards, their PINs, imports and personal data.', parts: ['guards'] },
  {
    name: 'Checkpoints',
    description: 'Checkpoints, their codes, questions, screens and imports.',
    parts: ['checkpoints', 'screens'],
  },
  { name: 'Shifts', description: 'Shift patterns and who works in them.', parts: ['shifts'] },
  {
    name: 'Patrol routes',
    description: 'Routes of checkpoints, with their versions.',
    parts: ['patrol-routes'],
  },
  {
    name: 'Patrol tours',
    description: 'Tours, and the due rounds that they make.',
    parts: ['patrol-tours', 'due-rounds'],
  },
  { name: 'Devices', description: 'The phones that guards sign in with.', parts: ['devices'] },
  { name: 'Incidents', description: 'What guards and the control room reported.', parts: ['incidents'] },
  { name: 'SOS', description: 'Calls for help.', parts: ['sos', 'open-sos'] },
  {
    name: 'Reports',
    description: 'Rounds, duties, exceptions and reports that are mailed.',
    parts: [
      'scanned-checkpoints',
      'login-logout',
      'exceptions',
      'scheduled-reports',
      'shared-reports',
      'report-subscriptions',
      'mail-consents',
    ],
  },
  {
    name: 'Evidence',
    description: 'The tamper-evident log, its sealed heads and evidence files.',
    parts: ['evidence', 'evidence-log'],
  },
  { name: 'Notifications', description: 'The bell, preferences and Web Push.', parts: ['notification'] },
  {
    name: 'Settings',
    description: 'Settings of the company, information pages, audit log and sent mail.',
    parts: ['app-settings', 'app-info', 'logo', 'audit-log', 'sent-mail'],
  },
  { name: 'Files', description: 'Uploaded files and their thumbnails.', parts: ['files', 'thumbnails'] },
  {
    name: 'Field',
    description: 'What the guards’ app and other devices in the field use.',
    parts: ['field'],
  },
];

/** As the document lists them. */
export const apiTags = groups.map(({ name, description }) => ({ name, description }));

/** Throws for a path of no group. */
export function tagOf({ path, name }: Endpoint): string {
  const part = path.split('/').find((each) => each !== '' && each !== 'secure') ?? '';
  const group = groups.find(({ parts }) => parts.includes(part));
  if (group === undefined) throw new Error(`${name} (${path}) is in no group of the API's description`);
  return group.name;
}
