// The demo tenant's published accounts. Demo mode listens on loopback only.

export const demoPassword = 'Patrol-demo-1';

export const demoSignIns = [
  {
    label: 'Super admin, all sites',
    username: 'super@demo.example',
    password: demoPassword,
    canUseConsole: true,
  },
  { label: 'Sub admin, one site', username: 'sub@demo.example', password: demoPassword, canUseConsole: true },
  {
    label: 'Deactivated sub admin',
    username: 'off@demo.example',
    password: demoPassword,
    canUseConsole: false,
  },
] as const;

/** The guard for the field API and the simulator. */
export const demoGuard = { employeeId: 'EMP001', secret: demoPassword } as const;
