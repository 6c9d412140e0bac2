// Answers GET /metrics on a port of its own, which no proxy shows to the outside.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { explainListenFault } from '../http/listen-faults.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Rejects with EnvError when it cannot listen there. */
export async function serveMetrics(
  metrics: Metrics,
  address: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = http.createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListenFault(error, { setting: 'METRICS_PORT', ...address });
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
