// The only reader of process.env.
import path from 'node:path';
import { isCallable, loopbackName, type Reach } from './platform/adapters/external/address-rules.ts';
import { databaseAddressFault } from './platform/adapters/external/database-address.ts';
import { type GeocoderSettings, geocoderKinds } from './platform/adapters/geocoder/geocoder-kinds.ts';
import type { S3Settings } from './platform/adapters/files/s3-files.ts';
import { plainConnections } from './platform/adapters/external/plain-connections.ts';
import {
  type AuthorityAddress,
  authorityAddress,
} from './platform/adapters/time-stamps/authority-address.ts';
import { type MapSettings, mapSettings } from './platform/maps/map-settings.ts';
import { type TracingSettings, tracingSettings } from './platform/tracing/tracing-settings.ts';
import { tenantSlugPattern } from '@watchpost/domain/patterns';

export interface Env {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL of one's own, as its owner; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The same database as the role that serves requests; null to derive that role. */
  readonly databaseAppUrl: string | null;
  /** Where replicas of that database are reached, for reports; null for none. Of it host, port and TLS count. */
  readonly databaseReplicaUrl: string | null;
  readonly isDemo: boolean;
  /** Tenant whose console is served at /. */
  readonly defaultTenant: string;
  readonly logLevel: string;
  /** Port of GET /metrics, which is for the operator alone; null for none. */
  readonly metricsPort: number | null;
  /** Of how many proxies in front, one behind the other, what they add to X-Forwarded-* is believed. */
  readonly trustProxy: number;
  readonly poolSize: number;
  /** Address under which people reach the console, as written in mails; null for the one listened on. */
  readonly publicUrl: string | null;
  /** Mail server; null to write messages into the data folder's outbox. */
  readonly smtpUrl: string | null;
  /** Address that mails come from. */
  readonly mailFrom: string;
  /** Service that keeps files; null to keep them in the data folder. */
  readonly s3: S3Settings | null;
  /** Push services besides those of the browsers: names, with *. for all below one, and ports. */
  readonly pushHosts: readonly string[];
  /** Which addresses tenants' sign-in providers may have. */
  readonly providerReach: Reach;
  /** Finds places by name; null to offer coordinates and own sites alone. */
  readonly geocoder: GeocoderSettings | null;
  /** What maps are drawn from beside the product's outlines. */
  readonly maps: MapSettings;
  /** Signs one-time codes; null for the one kept in the data folder. */
  readonly serverSecret: string | null;
  /** What was signed or sealed with one of them is still taken. */
  readonly formerServerSecrets: readonly string[];
  /** What the keys of the log are drawn from: the one in use, then those of before; none for the server's secret. */
  readonly evidenceSecrets: readonly string[];
  /** The authority that stamps heads of days with a time (RFC 3161); null for none. */
  readonly timeStamps: AuthorityAddress | null;
  /** Which collector is sent spans of requests, statements, jobs and mails; null for none. */
  readonly tracing: TracingSettings | null;
  /** Whether an account may ask for only so much in a minute. */
  readonly hasAccountLimits: boolean;
  /** Sentences of what goes without encryption to other machines; none where the operator refuses that. */
  readonly plainConnections: readonly string[];
  /** The file that lists passwords which leaked elsewhere; null for none. */
  readonly breachedPasswords: string | null;
}

export class EnvError extends Error {
  override readonly name = 'EnvError';
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);
const reaches: readonly Reach[] = ['public', 'private'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Reads settings; every one has a working default. Throws EnvError naming the setting and what to change. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  // An address of IPv6 may stand in brackets, as in one of a page; who listens takes it without.
  const host = (source['HOST'] || '127.0.0.1').replace(/^\[(.*)\]$/, '$1');
  const isDemo = oneOf(source, 'DEMO', ['on', 'off'], 'on') === 'on';
  if (isDemo) requireOwnMachine(source, host);
  const env = {
    port: integer(source, 'PORT', 8080, 0, 65_535),
    host,
    dataDir: path.resolve(source['DATA_DIR'] || 'data'),
    databaseUrl: databaseUrl(source, 'DATABASE_URL'),
    databaseAppUrl: databaseUrlBeside(source, 'DATABASE_APP_URL'),
    databaseReplicaUrl: databaseUrlBeside(source, 'DATABASE_REPLICA_URL'),
    isDemo,
    defaultTenant: slug(source, 'DEFAULT_TENANT', 'demo'),
    logLevel: oneOf(source, 'LOG_LEVEL', logLevels, 'warn'),
    metricsPort: integer(source, 'METRICS_PORT', 0, 0, 65_535) || null,
    trustProxy: trustProxy(source),
    poolSize: integer(source, 'DATABASE_POOL', 12, 2, 200),
    publicUrl: publicUrl(source),
    smtpUrl: smtpUrl(source),
    mailFrom: mailFrom(source),
    s3: s3(source),
    pushHosts: pushHosts(source),
    providerReach: oneOf(source, 'PROVIDER_NETWORK', reaches, 'public') === 'private' ? 'private' : 'public',
    geocoder: geocoder(source),
    maps: maps(source),
    serverSecret: serverSecret(source),
    formerServerSecrets: formerServerSecrets(source),
    evidenceSecrets: evidenceSecrets(source),
    timeStamps: timeStamps(source),
    tracing: tracing(source),
    hasAccountLimits: oneOf(source, 'ACCOUNT_LIMITS', ['on', 'off'], 'on') === 'on',
    breachedPasswords: source['BREACHED_PASSWORDS_FILE'] || null,
  } as const;
  if (env.metricsPort !== null && env.metricsPort === env.port)
    throw new EnvError(`METRICS_PORT=${env.metricsPort}: must be another port than PORT.`);
  const plain = plainConnections(env);
  const isRefused = oneOf(source, 'PLAIN_CONNECTIONS', ['warn', 'refuse'], 'warn') === 'refuse';
  if (isRefused && plain.length > 0)
    throw new EnvError(`${plain.join('\n')}\nPLAIN_CONNECTIONS=refuse leaves that to this machine alone.`);
  return { ...env, plainConnections: plain };
}

/** The demo's passwords are published. Throws for settings that are of use to other machines alone. */
function requireOwnMachine(source: NodeJS.ProcessEnv, host: string): void {
  const shows = 'would show the demo and its published passwords beyond this machine. Set DEMO=off';
  if (!loopback.has(host)) throw new EnvError(`HOST=${host} ${shows} to listen there.`);
  const address = publicUrl(source);
  if (address !== null && !loopbackName.test(new URL(address).hostname))
    throw new EnvError(`PUBLIC_URL=${address} ${shows} to be reached there.`);
  if (trustProxy(source) > 0)
    throw new EnvError(`TRUST_PROXY=${source['TRUST_PROXY']} ${shows} to serve behind a proxy.`);
}

function integer(
  source: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const text = source[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new EnvError(`${name}=${text}: must be a whole number from ${min} to ${max}.`);
  }
  return value;
}

function oneOf(
  source: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly string[],
  fallback: string,
): string {
  const text = source[name] || fallback;
  if (!allowed.includes(text)) throw new EnvError(`${name}=${text}: must be one of ${allowed.join(', ')}.`);
  return text;
}

/** What a caller put into the headers before the first of these proxies counts for nothing. */
function trustProxy(source: NodeJS.ProcessEnv): number {
  const text = source['TRUST_PROXY'] || 'off';
  if (text === 'on' || text === 'off') return text === 'on' ? 1 : 0;
  if (/^[1-9]$/.test(text)) return Number(text);
  throw new EnvError(`TRUST_PROXY=${text}: must be on, off or how many proxies stand one behind the other.`);
}

function databaseUrl(source: NodeJS.ProcessEnv, name: string): string | null {
  const text = source[name];
  if (!text) return null;
  const fault = databaseAddressFault(text);
  if (fault !== null) throw new EnvError(`${name}: ${fault}`);
  return text;
}

/** Of the same database, as another role or at another place. */
function databaseUrlBeside(source: NodeJS.ProcessEnv, name: string): string | null {
  const text = databaseUrl(source, name);
  if (text !== null && !source['DATABASE_URL'])
    throw new EnvError(`${name}: say where the database itself is, too: DATABASE_URL.`);
  return text;
}

function publicUrl(source: NodeJS.ProcessEnv): string | null {
  const text = source['PUBLIC_URL'];
  if (!text) return null;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    throw new EnvError(
      `PUBLIC_URL=${text}: must be the console's address, such as https://patrol.example.com`,
    );
  }
  return text.replace(/\/+$/, '');
}

function smtpUrl(source: NodeJS.ProcessEnv): string | null {
  const text = source['SMTP_URL'];
  if (!text) return null;
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) {
    throw new EnvError('SMTP_URL: must be an address such as smtps://user:password@mail.example.com:465');
  }
  if (!source['MAIL_FROM']) throw new EnvError('MAIL_FROM: say from which address mails are sent, too.');
  return text;
}

function mailFrom(source: NodeJS.ProcessEnv): string {
  const text = source['MAIL_FROM'] || 'no-reply@watchpost.example';
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(text))
    throw new EnvError(`MAIL_FROM=${text}: must be an e-mail address.`);
  return text;
}

function serverSecret(source: NodeJS.ProcessEnv): string | null {
  const text = source['SERVER_SECRET'];
  if (!text) return null;
  if (text.trim().length < 32) throw new EnvError('SERVER_SECRET: must have at least 32 characters.');
  return text;
}

/** Apart by white space alone: a server secret may have commas in it. */
function formerServerSecrets(source: NodeJS.ProcessEnv): string[] {
  const secrets = (source['FORMER_SERVER_SECRETS'] ?? '').split(/\s+/).filter((text) => text !== '');
  if (secrets.some((text) => text.length < 32)) {
    throw new EnvError(
      'FORMER_SERVER_SECRETS: each has at least 32 characters, with white space between them.',
    );
  }
  return secrets;
}

function evidenceSecrets(source: NodeJS.ProcessEnv): string[] {
  const secrets = (source['EVIDENCE_SECRETS'] ?? '').split(/[\s,]+/).filter((text) => text !== '');
  if (secrets.some((text) => text.length < 32)) {
    throw new EnvError(
      'EVIDENCE_SECRETS: each must have at least 32 characters; the one in use comes first.',
    );
  }
  return secrets;
}

function timeStamps(source: NodeJS.ProcessEnv): AuthorityAddress | null {
  const place = authorityAddress(source['TIMESTAMP_URL'], source['TIMESTAMP_CA_FILE']);
  if (typeof place === 'string') throw new EnvError(place);
  return place;
}

function tracing(source: NodeJS.ProcessEnv): TracingSettings | null {
  const settings = tracingSettings((name) => source[name] ?? '');
  if (typeof settings === 'string') throw new EnvError(settings);
  return settings;
}

/** All five or none: half a setting would silently keep files on this machine. */
function s3(source: NodeJS.ProcessEnv): S3Settings | null {
  const read = (part: string) => source[`FILES_S3_${part}`] ?? '';
  const names = ['ENDPOINT', 'BUCKET', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'] as const;
  const lacking = names.filter((name) => read(name) === '');
  if (lacking.length === names.length) return null;
  if (lacking.length > 0) throw new EnvError(`FILES_S3_${lacking.join(', FILES_S3_')}: must be set too.`);
  const endpoint = read('ENDPOINT');
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw new EnvError(`FILES_S3_ENDPOINT=${endpoint}: must be an address such as https://s3.example.com`);
  }
  const { username, password } = new URL(endpoint);
  if (username !== '' || password !== '')
    throw new EnvError(
      'FILES_S3_ENDPOINT: the keys belong into FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY, not into the address.',
    );
  const [bucket, region] = [read('BUCKET'), read('REGION')];
  return { endpoint, bucket, region, accessKey: read('ACCESS_KEY'), secretKey: read('SECRET_KEY') };
}

/** http without encryption reaches this machine alone. */
function geocoder(source: NodeJS.ProcessEnv): GeocoderSettings | null {
  const url = source['GEOCODER_URL'];
  if (!url) return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !isCallable(parsed, 'private') || parsed.search !== '' || parsed.hash !== '') {
    throw new EnvError(
      `GEOCODER_URL=${url}: must be https, or http on this machine, such as https://nominatim.example.com`,
    );
  }
  const name = oneOf(source, 'GEOCODER_KIND', geocoderKinds, 'nominatim');
  return { url, kind: name === 'photon' ? 'photon' : 'nominatim' };
}

function maps(source: NodeJS.ProcessEnv): MapSettings {
  const settings = mapSettings((name) => source[name] ?? '');
  if (typeof settings === 'string') throw new EnvError(settings);
  return settings;
}

function pushHosts(source: NodeJS.ProcessEnv): string[] {
  const hosts = (source['PUSH_HOSTS'] ?? '').split(',').map((text) => text.trim().toLowerCase());
  return hosts.filter((host) => {
    if (host !== '' && !/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host)) {
      throw new EnvError(`PUSH_HOSTS=${host}: must be names such as push.example.com or *.example.com:8443`);
    }
    return host !== '';
  });
}

function slug(source: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const text = source[name] || fallback;
  if (!tenantSlugPattern.test(text)) {
    throw new EnvError(`${name}=${text}: lower-case letters, digits and hyphens only.`);
  }
  return text;
}

/** Where the built console lies: beside the server's own folder, both from its sources and from its bundle. */
export function consoleFolder(): string {
  return path.resolve(import.meta.dirname, '../../console/dist');
}

/** Where the built guards' app lies, likewise. */
export function guardFolder(): string {
  return path.resolve(import.meta.dirname, '../../guard/dist');
}

/** Where the archives of maps lie that the build made, likewise. */
export function mapsFolder(): string {
  return path.resolve(import.meta.dirname, '../dist/maps');
}

/** Where the built page lies that checks evidence files: in the server's own dist folder, likewise. */
export function verificationPage(): string {
  return path.resolve(import.meta.dirname, '../dist/verification-page.html');
}
