// Which of the services that the settings name would be reached without encryption over a network.
import { loopbackName } from './address-rules.ts';
import { databaseHost, isEncrypted } from './database-address.ts';

/** As settings name them; null for none. */
interface Addresses {
  readonly databaseUrl: string | null;
  readonly databaseAppUrl: string | null;
  readonly databaseReplicaUrl: string | null;
  readonly smtpUrl: string | null;
  readonly s3: { readonly endpoint: string } | null;
  readonly timeStamps: { readonly url: string } | null;
  readonly tracing: { readonly url: string } | null;
}

interface Way {
  readonly setting: string;
  readonly address: string | null;
  readonly isPlain: (url: URL) => boolean;
  readonly remedy: string;
}

/** A socket of the file system is on this machine, and so is what has no host. */
const isElsewhere = (host: string) => host !== '' && !host.startsWith('/') && !loopbackName.test(host);

const isPlainDatabase = (url: URL) => isElsewhere(databaseHost(url)) && !isEncrypted(url);

/** A mail server is asked for encryption always, and has it only if it offers it unless the address insists. */
const isPlainMail = ({ protocol, hostname, searchParams }: URL) =>
  protocol === 'smtp:' && isElsewhere(hostname) && searchParams.get('requireTLS') !== 'true';

const isPlainWeb = ({ protocol, hostname }: URL) => protocol === 'http:' && isElsewhere(hostname);

/** A sentence for each, with what to change; none of them holds a password. */
export function plainConnections(env: Addresses): string[] {
  const database = { isPlain: isPlainDatabase, remedy: 'add sslmode=verify-full to it' };
  const ways: readonly Way[] = [
    { setting: 'DATABASE_URL', address: env.databaseUrl, ...database },
    { setting: 'DATABASE_APP_URL', address: env.databaseAppUrl, ...database },
    { setting: 'DATABASE_REPLICA_URL', address: env.databaseReplicaUrl, ...database },
    {
      setting: 'SMTP_URL',
      address: env.smtpUrl,
      isPlain: isPlainMail,
      remedy: 'have it begin with smtps://, or end with ?requireTLS=true',
    },
    {
      setting: 'FILES_S3_ENDPOINT',
      address: env.s3?.endpoint ?? null,
      isPlain: isPlainWeb,
      remedy: 'have it begin with https://',
    },
    {
      setting: 'TIMESTAMP_URL',
      address: env.timeStamps?.url ?? null,
      isPlain: isPlainWeb,
      remedy: 'have it begin with https://',
    },
    {
      setting: 'OTEL_EXPORTER_OTLP_ENDPOINT',
      address: env.tracing?.url ?? null,
      isPlain: isPlainWeb,
      remedy: 'have it begin with https://, or name a collector on this machine',
    },
  ];
  return ways
    .filter(({ address, isPlain }) => address !== null && isPlain(new URL(address)))
    .map(({ setting, remedy }) => `${setting}: goes to another machine without encryption; ${remedy}.`);
}
