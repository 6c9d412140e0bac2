// Local storage can hold anything: these say whether a parsed value is what the console once stored.
import type { DropdownEntry, UserDetails } from '@watchpost/contract/session';
import type { MenuEntry } from '@watchpost/domain/menu';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areTexts = (value: Fields, names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');
const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value);

export const isStringLists = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isFields(value) && Object.values(value).every(isTextList);

export const isMenu = (value: unknown): value is readonly MenuEntry[] =>
  Array.isArray(value) && value.every(isMenuEntry);

const isMenuEntry = (value: unknown): boolean =>
  isFields(value) &&
  areTexts(value, [
    'name',
    'label',
    'icon',
    'routerLink',
    'accessCode',
    'accessGroupCode',
    'accessGroupName',
  ]) &&
  isTextList(value.accesses) &&
  isMenu(value.subMenuList);

export const isDropdown = (value: unknown): value is readonly DropdownEntry[] =>
  Array.isArray(value) && value.every((entry) => isFields(entry) && areTexts(entry, ['value', 'label']));

export const isUserDetails = (value: unknown): value is UserDetails =>
  isFields(value) && areTexts(value, ['id', 'role', 'firstName', 'lastName', 'email', 'profileImage']);
