// Pages of somebody else, served from origins of their own, that try everything a page can send.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TrialRun } from '../trial.ts';

/** What one address of the product takes. */
export interface Target {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** JSON. */
  readonly body: string;
}

/** Runs in the page: what was sent, and answers that the page could read. */
const script = `
const token = () => /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? 'guessed';
const frame = document.createElement('iframe');
frame.name = 'hidden';
document.body.append(frame);
const post = async (url, enctype, body) => {
  const form = document.createElement('form');
  Object.assign(form, { method: 'POST', action: url, enctype, target: 'hidden' });
  const field = document.createElement('input');
  const at = body.indexOf(':');
  // As text/plain the name, an equals sign and the value together are JSON.
  field.name = enctype === 'text/plain' ? body.slice(0, at + 1) + '"' : 'file';
  field.value = enctype === 'text/plain' ? '"' + body.slice(at + 1) : body;
  form.append(field);
  document.body.append(form);
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  form.submit();
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 3000))]);
  form.remove();
};
const element = (tag, property, url) => new Promise((resolve) => {
  const made = document.createElement(tag);
  made.onload = made.onerror = () => { made.remove(); resolve(); };
  if (tag === 'link') made.rel = 'stylesheet';
  made[property] = url;
  document.body.append(made);
  setTimeout(resolve, 3000);
});
window.attack = async (targets) => {
  const found = { sent: 0, read: [] };
  const tried = async (what, sending) => {
    found.sent += 1;
    const answer = await sending.catch(() => null);
    if (answer !== null && answer.type !== 'opaque') found.read.push(what);
  };
  for (const { name, method, url, body } of targets) {
    const multipart = new FormData();
    multipart.append('file', new Blob(['GIF89a']), 'a.gif');
    const signal = AbortSignal.timeout(5000);
    const simple = { method: method === 'GET' ? 'GET' : 'POST', mode: 'no-cors', credentials: 'include', signal };
    const bodies = method === 'GET' ? [undefined] : [new Blob([body], { type: 'text/plain' }), new URLSearchParams({ a: body }), multipart];
    await Promise.all([
      ...bodies.map((sent) => tried(name, fetch(url, { ...simple, body: sent }))),
      ...['application/json', 'text/plain'].map((type) => tried(name, fetch(url, {
        method, mode: 'cors', credentials: 'include', signal,
        headers: { 'content-type': type, 'x-xsrf-token': token() },
        body: method === 'GET' ? undefined : body,
      }))),
    ]);
    if (method === 'GET') {
      found.sent += 3;
      await Promise.all([element('img', 'src', url), element('script', 'src', url), element('link', 'href', url)]);
    } else {
      found.sent += 4;
      navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }));
      for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) await post(url, enctype, body);
    }
  }
  return found;
};
window.listen = (url) => Promise.all([
  new Promise((resolve) => {
    const events = new EventSource(url, { withCredentials: true });
    events.onopen = events.onmessage = () => resolve('event stream');
    setTimeout(resolve, 2000);
  }),
  new Promise((resolve) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'));
    socket.onopen = socket.onmessage = () => resolve('socket');
    socket.onerror = () => resolve();
    setTimeout(resolve, 2000);
  }),
]).then((opened) => opened.filter((what) => typeof what === 'string'));
`;
const page = `<!doctype html><meta charset="utf-8"><title>Prize</title><body><script>${script}</script></body>`;

/** A server of pages that attack; its port. Closed with the trial. */
export async function startAttacker({ atEnd }: Pick<TrialRun, 'atEnd'>): Promise<number> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return port;
}
