// Whom the demo lets in. These are published on purpose: a demo listens on loopback only.
export const demoSlug = 'demo';

/** Of every account and every guard's device. */
export const demoPassword = 'Patrol-demo-1';

export const demoEmails = {
  superAdmin: 'super@demo.example',
  /** Another super admin, who sees to incidents by turns with the first. */
  controlRoom: 'control@demo.example',
  /** Of the first site. */
  subAdmin: 'sub@demo.example',
  deactivated: 'off@demo.example',
  /** May not enter the console. */
  guard: 'guard@demo.example',
  /** An account with neither record (SIGN-09). */
  neither: 'nobody@demo.example',
} as const;

export const demoEmployeeId = 'EMP001';

/** What the sign-in page of the demo offers. */
export const demoSignIns = [
  {
    label: 'Super admin, all sites',
    username: demoEmails.superAdmin,
    password: demoPassword,
    canUseConsole: true,
  },
  {
    label: 'Sub admin, one site',
    username: demoEmails.subAdmin,
    password: demoPassword,
    canUseConsole: true,
  },
  {
    label: 'Deactivated sub admin',
    username: demoEmails.deactivated,
    password: demoPassword,
    canUseConsole: false,
  },
] as const;
