import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const s3 = {
  FILES_S3_ENDPOINT: 'https://s3.example.com',
  FILES_S3_BUCKET: 'pictures',
  FILES_S3_REGION: 'eu-central-1',
  FILES_S3_ACCESS_KEY: 'key',
  FILES_S3_SECRET_KEY: 'secret',
};

it.each(['::1', '[::1]'])('HOST=%s is this machine, with the demo', (host) => {
  expect(readEnv({ HOST: host })).toMatchObject({ host: '::1', isDemo: true });
});

describe('a setting that cannot be meant', () => {
  const own = { DATABASE_URL: 'postgres://u@localhost/patrol' };
  const mail = { MAIL_FROM: 'console@example.com' };
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
  const wrong: [string, NodeJS.ProcessEnv][] = [
    ['PORT=http', { PORT: 'http' }],
    ['PORT=65536', { PORT: '65536' }],
    ['METRICS_PORT=8080: must be another port', { METRICS_PORT: '8080' }],
    ['DATABASE_POOL=1', { DATABASE_POOL: '1' }],
    ['DEMO=yes', { DEMO: 'yes' }],
    ['HOST=0.0.0.0', { HOST: '0.0.0.0' }],
    ['LOG_LEVEL=loud', { LOG_LEVEL: 'loud' }],
    ['DEFAULT_TENANT=A_B', { DEFAULT_TENANT: 'A_B' }],
    ['PUBLIC_URL=patrol.example.com', { PUBLIC_URL: 'patrol.example.com' }],
    ['PROVIDER_NETWORK=all', { PROVIDER_NETWORK: 'all' }],
    ['ACCOUNT_LIMITS=none', { ACCOUNT_LIMITS: 'none' }],
    ['GEOCODER_KIND=other', { GEOCODER_URL: 'https://places.example', GEOCODER_KIND: 'other' }],
    ['MAIL_FROM=console', { MAIL_FROM: 'console' }],
    ['MAIL_FROM: ', { SMTP_URL: 'smtps://mail.example' }],
    ['SMTP_URL: must be an address', { ...mail, SMTP_URL: 'mail.example' }],
    ['SMTP_URL: must be an address', { ...mail, SMTP_URL: 'smtps://u:secret@mail.example:99999' }],
    ['DATABASE_URL: must begin with', { DATABASE_URL: 'mysql://u:secret@db.example' }],
    ['DATABASE_URL: must be an address', { DATABASE_URL: 'postgres://u:secret@db.example:port/patrol' }],
    ['DATABASE_URL: must be an address', { DATABASE_URL: 'postgres://u:secret%@localhost/patrol' }],
    ['DATABASE_URL: sslmode must', { DATABASE_URL: 'postgres://u:secret@localhost/p?sslmode=verify_full' }],
    ['DATABASE_REPLICA_URL: must be', { ...own, DATABASE_REPLICA_URL: 'postgres://replica:port' }],
    ['DATABASE_APP_URL: say where', { DATABASE_APP_URL: 'postgres://u:secret@localhost/patrol' }],
    ['SERVER_SECRET: ', { SERVER_SECRET: 'secret' }],
    ['EVIDENCE_SECRETS: ', { EVIDENCE_SECRETS: 'secret' }],
    ['TIMESTAMP_URL: must be an address', { TIMESTAMP_URL: 'ftp://u:secret@stamps.example' }],
    ['TIMESTAMP_CA_FILE: say which authority', { TIMESTAMP_CA_FILE: 'authority.pem' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT: must be the address', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT: must be the address', { OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector' }],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT: must be the address',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://u:secret@collector.example' },
    ],
    [
      'OTEL_EXPORTER_OTLP_PROTOCOL=grpc: must be http/json',
      { ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS: must be', { ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'api-key: secret' }],
    ['OTEL_EXPORTER_OTLP_HEADERS: must be', { ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=%' }],
    ['OTEL_EXPORTER_OTLP_HEADERS: must be', { ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0D%0Ac' }],
    ['OTEL_TRACES_SAMPLER=jaeger_remote: must', { ...collector, OTEL_TRACES_SAMPLER: 'jaeger_remote' }],
    [
      'OTEL_TRACES_SAMPLER_ARG=5: must be above 0',
      { ...collector, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '5' },
    ],
  ];

  it.each(wrong)(
    'is refused by a sentence that begins with %s and tells no secret: %j',
    (words, settings) => {
      const refused = () => readEnv(settings);
      expect(refused).toThrow(expect.objectContaining({ name: 'EnvError' }));
      expect(refused).toThrow(new RegExp(`^(?!.*(secret@|: secret))${words}`));
    },
  );
});

describe('settings of the file service', () => {
  it('are none, so that files stay on disk, or all five', () => {
    expect(readEnv({}).s3).toBeNull();
    expect(readEnv(s3).s3).toEqual({
      endpoint: 'https://s3.example.com',
      bucket: 'pictures',
      region: 'eu-central-1',
      accessKey: 'key',
      secretKey: 'secret',
    });
  });

  it.each(Object.keys(s3))('without %s alone the start is refused, naming it', (name) => {
    expect(() => readEnv({ ...s3, [name]: '' })).toThrow(name);
  });

  it('an endpoint that is no address is refused', () => {
    expect(() => readEnv({ ...s3, FILES_S3_ENDPOINT: 'file:///etc' })).toThrow('FILES_S3_ENDPOINT');
  });

  it('keys within the endpoint are refused, and not told', () => {
    const refused = () => readEnv({ ...s3, FILES_S3_ENDPOINT: 'https://who:hidden@s3.example.com' });
    expect(refused).toThrow(/^(?!.*hidden)FILES_S3_ENDPOINT: .*FILES_S3_SECRET_KEY/);
  });
});

describe('proxies in front', () => {
  it.each([
    [undefined, 0],
    ['off', 0],
    ['on', 1],
    ['2', 2],
  ])('TRUST_PROXY=%s: as many as %i are believed', (text, count) => {
    const settings = text === undefined ? {} : { TRUST_PROXY: text };
    expect(readEnv({ DEMO: 'off', ...settings }).trustProxy).toBe(count);
  });

  it.each(['yes', '0', '10', '-1', '1.5'])('TRUST_PROXY=%s is refused', (text) => {
    expect(() => readEnv({ TRUST_PROXY: text })).toThrow('TRUST_PROXY');
  });
});

describe('push services of our own', () => {
  it('are names, with ports and all below a name', () => {
    expect(readEnv({}).pushHosts).toEqual([]);
    const text = ' Push.example.com, *.own.example:8443 ,localhost:9443,';
    const hosts = ['push.example.com', '*.own.example:8443', 'localhost:9443'];
    expect(readEnv({ PUSH_HOSTS: text }).pushHosts).toEqual(hosts);
  });

  it.each(['https://push.example.com', '*', '*.', 'a b', 'push.example.com/x', '[::1]'])(
    '%s is refused, naming the setting',
    (text) => expect(() => readEnv({ PUSH_HOSTS: text })).toThrow('PUSH_HOSTS'),
  );
});

describe('a collector of traces', () => {
  it('is none unless one is named, whatever else is said of it', () => {
    expect(readEnv({}).tracing).toBeNull();
    const others = { OTEL_SERVICE_NAME: 'patrol', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    expect(readEnv(others).tracing).toBeNull();
  });

  it('is sent all spans, below its address, under the name of the product', () => {
    const url = 'http://localhost:4318/v1/traces';
    const settings = { url, serviceName: 'watchpost', headers: {}, ratio: 1 };
    for (const endpoint of ['http://localhost:4318', 'http://localhost:4318/'])
      expect(readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual(settings);
  });

  it('is given keys, another name and a part of the spans as the operator says', () => {
    const asked = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example/acme/',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, Authorization = Bearer%20x=y,',
      OTEL_SERVICE_NAME: 'patrol',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
    };
    expect(readEnv(asked).tracing).toEqual({
      url: 'https://otlp.example/acme/v1/traces',
      serviceName: 'patrol',
      headers: { 'api-key': 'a=b', Authorization: 'Bearer x=y' },
      ratio: 0.05,
    });
  });
});

describe('replicas', () => {
  const replica = { DATABASE_REPLICA_URL: 'postgres://replicas.example:5001' };

  it("are those of a database of one's own", () => {
    expect(readEnv({}).databaseReplicaUrl).toBeNull();
    expect(readEnv({ ...replica, DATABASE_URL: 'postgres://db.example/watchpost' }).databaseReplicaUrl).toBe(
      'postgres://replicas.example:5001',
    );
    expect(() => readEnv(replica)).toThrow('DATABASE_REPLICA_URL');
  });
});

describe('secrets of before', () => {
  const [one, other] = ['x'.repeat(32), `${'y,'.repeat(16)}`];

  it('are as many as there were, with white space between them', () => {
    expect(readEnv({}).formerServerSecrets).toEqual([]);
    expect(readEnv({ FORMER_SERVER_SECRETS: ` ${one}\n${other} ` }).formerServerSecrets).toEqual([
      one,
      other,
    ]);
  });

  it('that are too short are refused, naming the setting and not the secret', () => {
    const short = 'z'.repeat(31);
    expect(() => readEnv({ FORMER_SERVER_SECRETS: `${one} ${short}` })).toThrow(
      /^FORMER_SERVER_SECRETS: [^z]+$/,
    );
  });
});

describe('what would go without encryption to another machine', () => {
  const mail = { MAIL_FROM: 'console@example.com' };
  const plain: [string, NodeJS.ProcessEnv][] = [
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:secret@db.example/patrol' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:secret@db.example/patrol?sslmode=prefer' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u:secret@localhost/patrol?host=10.0.0.5' }],
    [
      'DATABASE_APP_URL',
      { DATABASE_URL: 'postgres://u@localhost/patrol', DATABASE_APP_URL: 'postgres://u:secret@db.example/p' },
    ],
    [
      'DATABASE_REPLICA_URL',
      { DATABASE_URL: 'postgres://u@localhost/patrol', DATABASE_REPLICA_URL: 'postgres://replica:5001' },
    ],
    ['SMTP_URL', { ...mail, SMTP_URL: 'smtp://u:secret@mail.example:587' }],
    ['FILES_S3_ENDPOINT', { ...s3, FILES_S3_ENDPOINT: 'http://store.example:9000' }],
    ['TIMESTAMP_URL', { TIMESTAMP_URL: 'http://u:secret@stamps.example/tsr' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }],
  ];

  it.each(plain)(
    '%s is reported, or refused at the start where the operator says so: %j',
    (name, settings) => {
      const told = [expect.stringContaining(`${name}: `)];
      expect(readEnv(settings).plainConnections).toEqual(told);
      expect(JSON.stringify(readEnv(settings).plainConnections)).not.toContain('secret');
      expect(() => readEnv({ ...settings, PLAIN_CONNECTIONS: 'refuse' })).toThrow(name);
    },
  );

  it.each<NodeJS.ProcessEnv>([
    {},
    { DATABASE_URL: 'postgres://u@localhost/patrol' },
    { DATABASE_URL: 'postgres://u@[::1]/patrol' },
    { DATABASE_URL: 'postgres://u@localhost/patrol?host=%2Fvar%2Frun%2Fpostgresql' },
    { DATABASE_URL: 'postgres://u@db.example/patrol?sslmode=verify-full' },
    { ...mail, SMTP_URL: 'smtps://mail.example' },
    { ...mail, SMTP_URL: 'smtp://127.0.0.1:25' },
    { ...mail, SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
    s3,
    { ...s3, FILES_S3_ENDPOINT: 'http://localhost:9000' },
    { TIMESTAMP_URL: 'https://stamps.example/tsr', TIMESTAMP_CA_FILE: 'authority.pem' },
    { TIMESTAMP_URL: 'http://localhost:318/' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' },
  ])('is none of this, which starts with PLAIN_CONNECTIONS=refuse: %j', (settings) => {
    expect(readEnv({ ...settings, PLAIN_CONNECTIONS: 'refuse' }).plainConnections).toEqual([]);
  });
});
