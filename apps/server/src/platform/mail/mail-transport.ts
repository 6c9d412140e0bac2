// The ways out for a message: a mail server, or a folder where none is configured.
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import type { LogoPicture } from '../branding/logo-picture.ts';
import { logoAddress } from './write-mail.ts';

export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export interface OutgoingMail {
  readonly id: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Shown where the HTML part names logoAddress. */
  readonly logo: LogoPicture | null;
  readonly attachments?: readonly AttachedFile[];
  readonly unsubscribeUrl?: string | null;
}

export interface MailTransport {
  /** Resolves when the message is handed over. Rejects with MailRefused when no later try can succeed. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The mail server will not take this message, now or later. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

interface SmtpLimits {
  /** For finding the host, reaching it and being greeted. */
  readonly connectionTimeout: number;
  /** For being greeted alone. */
  readonly greetingTimeout: number;
  /** For each answer after that. */
  readonly socketTimeout: number;
}

/** Of a server that falls silent, so that a try ends before the next one begins; some look long at a message they are given. */
export const smtpLimits: SmtpLimits = {
  connectionTimeout: 60_000,
  greetingTimeout: 30_000,
  socketTimeout: 210_000,
};

/** Sends through the server of an smtp:// or smtps:// address, with user and password in it where it asks for them. */
export function smtpTransport(smtpUrl: string, limits: SmtpLimits = smtpLimits): MailTransport {
  let made: Promise<Transporter> | undefined;
  return {
    send: async (mail) => {
      made ??= import('nodemailer').then(({ createTransport }) =>
        createTransport({ url: smtpUrl, ...limits }),
      );
      const transport = await made;
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(error.message);
        throw error;
      }
    },
    close: () => void made?.then((transport) => transport.close()),
  };
}

/** Writes each message as an .eml file, complete from the moment it has its name. */
export function outboxTransport(folder: string): MailTransport {
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(messageOf(mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('the message was not put together');
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${mail.id}.eml`);
      await fs.writeFile(`${file}.part`, message, { mode: 0o600 });
      await fs.rename(`${file}.part`, file);
    },
    close: () => {},
  };
}

function messageOf(mail: OutgoingMail) {
  const { id, from, to, subject, text, html, logo, attachments = [], unsubscribeUrl = null } = mail;
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: [...(logo === null ? [] : [logoPart(logo)]), ...attachments.map(filePart)],
    messageId: `<${id}@${from.address.split('@')[1] ?? 'localhost'}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const filePart = ({ name, mediaType, bytes }: AttachedFile) => ({
  filename: name,
  content: bytes,
  contentType: mediaType,
  contentDisposition: 'attachment' as const,
});

const logoPart = ({ bytes, mediaType }: LogoPicture) => ({
  cid: logoAddress.replace('cid:', ''),
  filename: mediaType === 'image/png' ? 'logo.png' : 'logo.jpg',
  content: bytes,
  contentType: mediaType,
  contentDisposition: 'inline' as const,
});

/** A 5xx of the conversation about this message; one about signing in is for the operator to mend and passes. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error)) return false;
  const code = 'code' in error ? error.code : '';
  return (
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500 &&
    (code === 'EENVELOPE' || code === 'EMESSAGE')
  );
}
