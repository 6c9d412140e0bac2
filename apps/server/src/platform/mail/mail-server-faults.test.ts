// Real SMTP servers that differ in what is wrong with them; what the operator reads names the setting and no secret.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { selfSigned } from '../adapters/push/self-signed.testing.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { openMailBox } from './mail-box.testing.ts';
import { findMailFault } from './mail-server-faults.ts';

const limitMs = 5_000;
const login = 'asha:Patrol%2Fsecret';

/** One that takes the password of `login` alone. Resolves with host and port. */
async function mailServer(options: SMTPServerOptions = {}): Promise<string> {
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password = '' }, _session, answer) => {
      if (password === 'Patrol/secret') answer(null, { user: 'asha' });
      else answer(Object.assign(new Error(`no such password`), { responseCode: 535 }));
    },
    ...options,
  });
  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  atFileEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

describe('a mail server', () => {
  it('that takes user and password, or asks for none, has no fault and gets no mail', async () => {
    expect(await findMailFault(`smtp://${login}@${await mailServer()}`, limitMs)).toBeNull();
    const box = await openMailBox();
    expect(await findMailFault(box.url, limitMs)).toBeNull();
    expect(box.arrived).toEqual([]);
  });

  it("reports a refused password in the server's own words, without user and password", async () => {
    const server = await mailServer();
    const fault = await findMailFault(`smtp://asha:Wrong%2Fsecret@${server}`, limitMs);
    expect(fault).toContain(`SMTP_URL: ${server} refuses the user or the password (535 no such password).`);
    expect(fault).not.toMatch(/asha|Wrong/);
  });

  it('reports the code alone when the answer repeats the password', async () => {
    const answer: SMTPServerOptions['onAuth'] = ({ password }, _session, callback) =>
      callback(Object.assign(new Error(`${password} is wrong`), { responseCode: 535 }));
    const fault = await findMailFault(
      `smtp://asha:Wrong%2Fsecret@${await mailServer({ onAuth: answer })}`,
      limitMs,
    );
    expect(fault).toContain('refuses the user or the password (535).');
    expect(fault).not.toMatch(/asha|Wrong/);
  });

  it('reports that it cannot check a password now as a passing fault', async () => {
    const answer: SMTPServerOptions['onAuth'] = (_login, _session, callback) =>
      callback(Object.assign(new Error('try later'), { responseCode: 454 }));
    const fault = await findMailFault(`smtp://${login}@${await mailServer({ onAuth: answer })}`, limitMs);
    expect(fault).toMatch(/cannot check user and password now \(454 try later\)\. Mails are tried again/);
  });

  it('reports a user without a password by the address', async () => {
    const fault = await findMailFault(`smtp://asha@${await mailServer()}`, limitMs);
    expect(fault).toMatch(/^SMTP_URL: has a user or a password alone/);
  });

  it('reports a missing login by the address', async () => {
    const server = await mailServer();
    expect(await findMailFault(`smtp://${server}`, limitMs)).toMatch(
      new RegExp(
        `^SMTP_URL: ${server} takes mails only after a login \\(530 .*\\)\\. Write user and password before`,
      ),
    );
  });

  it('reports a refused connection and an unknown name by host and port', async () => {
    const box = await openMailBox();
    await box.close();
    expect(await findMailFault(box.url, limitMs)).toBe(
      `SMTP_URL: 127.0.0.1:${box.port} refuses connections. Start the service there, or correct host and port.`,
    );
    const nowhere = await findMailFault(`smtps://${login}@mail.nowhere.invalid:465`, limitMs);
    expect(nowhere).toMatch(/^SMTP_URL: the name mail\.nowhere\.invalid is not found\. Correct it/);
  });

  it("reports the wrong use of TLS by the address's scheme", async () => {
    const plain = await mailServer();
    expect(await findMailFault(`smtps://${login}@${plain}`, limitMs)).toMatch(
      /speaks no TLS.*begin with smtp:/,
    );
    expect(await findMailFault(`smtp://${login}@${plain}?requireTLS=true`, limitMs)).toMatch(
      /offers no TLS\. .*requireTLS/,
    );
  });

  it('reports an untrusted certificate with the setting that makes it trusted', async () => {
    const { cert, key } = selfSigned();
    const server = await mailServer({ secure: true, cert, key });
    const fault = await findMailFault(`smtps://${login}@${server}`, limitMs);
    expect(fault).toMatch(/^SMTP_URL: the certificate of .* is not trusted \(.*NODE_EXTRA_CA_CERTS/);
  });

  it('reports a port that never greets, or that is no mail server', async () => {
    const unanswered = net.createServer(() => {});
    const web = net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const addressOf = async (server: net.Server) => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      atFileEnd(() => void server.close());
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    // Long enough to connect on a busy machine.
    const fault = await findMailFault(`smtp://${await addressOf(unanswered)}`, 3_000);
    expect(fault).toMatch(/does not greet.*smtps:/);
    expect(await findMailFault(`smtp://${await addressOf(web)}`, limitMs)).toMatch(
      /does not answer as a mail server does/,
    );
  });
});
