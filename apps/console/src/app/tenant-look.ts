// The tenant's choices of how its console looks, followed as the session changes: accent and format of dates (MNG-09).
import { session } from '../lib/current-session.ts';
import { takeDateFormat } from '../lib/date-display.ts';
import { applyAccent } from '../ui/theme/theme.ts';

function apply(): void {
  applyAccent(session.tenantConfig('accentColour') || null);
  takeDateFormat(session.tenantConfig('dateFormat'));
}

export function followTenantLook(): void {
  apply();
  session.subscribe(apply);
}
