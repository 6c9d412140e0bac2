// A real SMTP server on loopback, and what arrived there.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atFileEnd } from '../../testing/file-end.ts';

export interface MailBox {
  readonly url: string;
  readonly port: number;
  readonly arrived: Email[];
  close(): Promise<void>;
}

/** Listens on the given port, else on a free one. Addresses at refused.example are not taken, now or later. */
export async function openMailBox(port: number = 0): Promise<MailBox> {
  const arrived: Email[] = [];
  const store = async (message: Buffer, answer: (error?: Error | null) => void) => {
    arrived.push(await PostalMime.parse(message));
    answer(null);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, callback) => {
      const isRefused = address.endsWith('@refused.example');
      callback(isRefused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
    },
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void store(Buffer.concat(chunks), callback);
      });
    },
  });
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address() as AddressInfo;
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  atFileEnd(close);
  return { url: `smtp://127.0.0.1:${address.port}`, port: address.port, arrived, close };
}
