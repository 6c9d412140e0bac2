// The weather between phone and product must fail as networks fail: what breaks off is told, and never waited for.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './journey.ts';
import { startWeatherProxy, type WeatherProxy } from './weather-proxy.ts';

let far: http.Server;
let weather: WeatherProxy;

test.beforeEach(async () => {
  far = http.createServer((request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    if (request.url === '/whole') response.end('x'.repeat(100));
    else response.write('half', () => response.destroy());
  });
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
  weather = await startWeatherProxy(`http://127.0.0.1:${(far.address() as AddressInfo).port}`);
});
test.afterEach(async () => {
  await weather.stop();
  far.close();
});

const readOf = (path: string) => fetch(`${weather.url}${path}`).then((reply) => reply.text());

test('a reply that breaks off at the product breaks off at the phone', async () => {
  expect(await readOf('/whole')).toHaveLength(100);
  await expect(readOf('/half')).rejects.toThrow();
  weather.updateApp();
  await expect(readOf('/guard/sw.js')).rejects.toThrow();
  weather.set('lostReplies');
  await expect(readOf('/api/half')).rejects.toThrow();
  expect(weather.counts.lost).toBe(1);
});
