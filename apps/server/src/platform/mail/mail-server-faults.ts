// Whether the mail server lets this product in; a wrong setting would show with the first mail only.
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { networkFault } from '../adapters/external/network-faults.ts';
import { oneLine } from './write-mail.ts';

/** So long for finding the host, reaching it and being greeted, and for each answer. */
const limitMs = 15_000;
const longerMs = 1_000;
const textMax = 200;
/** Of a server that takes mails only from who has signed in. */
const loginFirst = 530;

/** Takes the place of a login where none is set: begins a mail, and leaves it, to see whether the server wants one first. */
const withoutLogin: Pick<SMTPTransport.Options, 'auth' | 'customAuth'> = {
  auth: { type: 'custom', method: 'none', user: '', pass: '' },
  customAuth: {
    none: async ({ sendCommand }) => {
      const { status, response } = await sendCommand('MAIL FROM:<>');
      if (status === loginFirst) throw new Error(response);
      return true;
    },
  },
};

/** Connects and signs in, and sends nothing. A sentence with what to change; null where nothing is wrong. */
export async function findMailFault(smtpUrl: string, timeoutMs: number = limitMs): Promise<string | null> {
  const { createTransport } = await import('nodemailer');
  const address = new URL(smtpUrl);
  const transport = createTransport({
    url: smtpUrl,
    ...(hasLogin(address) ? {} : withoutLogin),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // Longer: of two that end together either may be told, and a silent server is one that does not greet.
    socketTimeout: timeoutMs + longerMs,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return sentenceOf(error, address);
  } finally {
    transport.close();
  }
}

const hasLogin = ({ username, password }: URL) => username !== '' || password !== '';

function sentenceOf(error: unknown, address: URL): string {
  const isEncrypted = address.protocol === 'smtps:';
  const port = address.port || (isEncrypted ? '465' : '587');
  const server = `${address.hostname}:${port}`;
  if (!(error instanceof Error)) return `SMTP_URL: ${server} cannot be used.`;
  const { code, originalCode, timeoutType } = partsOf(error);
  if (code === 'EAUTH') return signInFault(error, address, server);
  if (timeoutType === 'GREETING_TIMEOUT' && !isEncrypted)
    return `SMTP_URL: ${server} does not greet. Correct the port, or have the address begin with smtps:// where TLS is spoken from the start.`;
  const networkAddress = { setting: 'SMTP_URL', host: address.hostname, port, plainBeginning: 'smtp://' };
  const known = networkFault(originalCode, networkAddress) ?? networkFault(code, networkAddress);
  if (known !== null) return known;
  if (code === 'ETLS' || /STARTTLS/.test(error.message))
    return `SMTP_URL: ${server} offers no TLS. Switch it on there, or take requireTLS out of the address.`;
  return `SMTP_URL: ${server} does not answer as a mail server does${replyOf(error, address)}. Correct host and port.`;
}

/** nodemailer puts a code of its own in place of that of what lies beneath. */
function partsOf(error: Error): { code: string; originalCode: string; timeoutType: string } {
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    return typeof value === 'string' ? value : '';
  };
  return { code: text('code'), originalCode: text('originalCode'), timeoutType: text('timeoutType') };
}

function signInFault(error: Error, address: URL, server: string): string {
  const reply = replyOf(error, address);
  if (!hasLogin(address))
    return `SMTP_URL: ${server} takes mails only after a login${reply}. Write user and password before the host, as in smtps://user:password@mail.example.com:465`;
  if (reply === '')
    return 'SMTP_URL: has a user or a password alone. Write both before the host, as in smtps://user:password@mail.example.com:465';
  if (reply.startsWith(' (4'))
    return `SMTP_URL: ${server} cannot check user and password now${reply}. Mails are tried again.`;
  return `SMTP_URL: ${server} refuses the user or the password${reply}. Correct them in it; there @ : / ? # % are written %40 %3A %2F %3F %23 %25.`;
}

/** The server's own words, unless it says back what is secret. */
function replyOf(error: Error, { username, password }: URL): string {
  const texts: unknown = Reflect.get(error, 'response');
  if (typeof texts !== 'string' || texts === '') return '';
  const reply = oneLine(texts).slice(0, textMax);
  const secrets = [username, password].map((part) => decodeURIComponent(part)).filter((part) => part !== '');
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]);
  return forms.some((form) => reply.includes(form)) ? ` (${reply.slice(0, 3)})` : ` (${reply})`;
}
