import { deviceName } from '@watchpost/domain/browser-name';
import { phoneModel } from '@watchpost/domain/devices';

/** What people call a phone: by its name, else by what it says of itself. */
export const calledBy = ({ name, agent }: { readonly name: string; readonly agent: string }): string =>
  name || (phoneModel(agent) ?? deviceName(agent));
