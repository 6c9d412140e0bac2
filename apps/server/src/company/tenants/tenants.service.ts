// A new tenant: what it may be called and who enters it first.
import { randomInt } from 'node:crypto';
import { passwordMaxLength, profileNameMaxLength, usernameMaxLength } from '@watchpost/domain/limits';
import { passwordMinLength, profileNameMinLength } from '@watchpost/domain/limits';
import { storableTextPattern, tenantSlugPattern } from '@watchpost/domain/patterns';
import { personNamePattern } from '@watchpost/domain/readers/names';
import { password, username } from '@watchpost/contract/values';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { hashPassword } from '../../platform/access/password.ts';
import { hasTenant, insertTenant } from './tenants.queries.ts';

type Owner = Parameters<typeof hasTenant>[0];

export interface TenantOptions {
  readonly slug: string;
  readonly name: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** The wish cannot be met; one sentence for each reason. */
export class TenantRefused extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

/** First parts of addresses that the server keeps for itself, and the demo company's own. */
const reservedSlugs = new Set(['api', 'assets', 'display', 'guard', 'healthz', 'readyz', 'demo']);
const tenantNameMaxLength = 100;

const isPersonName = (name: string) =>
  name.length >= profileNameMinLength && name.length <= profileNameMaxLength && personNamePattern.test(name);

/** What is wrong with a wish by itself; nothing for one that can be met. */
function faultsOf({ slug, name, email, firstName, lastName }: TenantOptions): string[] {
  const rules: [boolean, string][] = [
    [
      tenantSlugPattern.test(slug),
      `--slug ${slug}: use 1 to 40 lower-case letters, digits and hyphens, with no hyphen at either end.`,
    ],
    [!reservedSlugs.has(slug), `--slug ${slug}: this name is kept for the product itself. Choose another.`],
    [
      name.trim() !== '' && name.length <= tenantNameMaxLength && storableTextPattern.test(name),
      `--name: use 1 to ${tenantNameMaxLength} characters.`,
    ],
    [
      z.safeParse(username, email).success,
      `--email ${email}: this is not an e-mail address that can sign in (at most ${usernameMaxLength} characters).`,
    ],
    [
      isPersonName(firstName),
      `--first-name: use 1 to ${profileNameMaxLength} letters, blanks, hyphens, apostrophes, full stops and underscores.`,
    ],
    [
      isPersonName(lastName),
      `--last-name: use 1 to ${profileNameMaxLength} letters, blanks, hyphens, apostrophes, full stops and underscores.`,
    ],
  ];
  return rules.filter(([isMet]) => !isMet).map(([, reason]) => reason);
}

/** Throws TenantRefused when the wish cannot be met, before anybody is asked for a password. */
export async function checkOptions(owner: Owner, options: TenantOptions): Promise<void> {
  const faults = faultsOf(options);
  if (faults.length > 0) throw new TenantRefused(faults);
  if (await hasTenant(owner, options.slug)) throw slugTaken(options.slug);
}

/** Makes the tenant with its first super admin and nothing else. Throws TenantRefused, and then makes nothing. */
export async function createTenant(owner: Owner, options: TenantOptions, secret: string): Promise<void> {
  const faults = faultsOf(options);
  if (!z.safeParse(password, secret).success) {
    faults.push(
      `The password must have ${passwordMinLength} to ${passwordMaxLength} characters and no blanks.`,
    );
  }
  if (faults.length > 0) throw new TenantRefused(faults);
  const tenant = { id: uuidv7(), slug: options.slug, name: options.name.trim() };
  const isMade = await insertTenant(owner, tenant, {
    id: uuidv7(),
    email: options.email.trim(),
    passwordHash: await hashPassword(secret),
    firstName: options.firstName,
    lastName: options.lastName,
  });
  if (!isMade) throw slugTaken(options.slug);
}

const slugTaken = (slug: string) =>
  new TenantRefused([`--slug ${slug}: another tenant has this name. Choose another; nothing was changed.`]);

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 20;

export function generatePassword(): string {
  return Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}
