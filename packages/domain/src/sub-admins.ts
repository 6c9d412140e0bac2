/** Invited: has set no password yet. Deactivated stands above both. */
export const subAdminStates = ['invited', 'active', 'deactivated'] as const;
