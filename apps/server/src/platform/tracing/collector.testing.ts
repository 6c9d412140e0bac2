// A collector on loopback that reads OTLP in JSON, as the protocol has it, and keeps the spans that arrive.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import { atFileEnd } from '../../testing/file-end.ts';

const value = z.union([
  z.object({ stringValue: z.string() }),
  z.object({ intValue: z.union([z.number(), z.string()]) }),
  z.object({ doubleValue: z.number() }),
  z.object({ boolValue: z.boolean() }),
]);
const attributes = z.array(z.object({ key: z.string(), value }));

/** ExportTraceServiceRequest of opentelemetry-proto, as far as this product fills it. */
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
              spanId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
              parentSpanId: z.optional(z.string()),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes,
              events: z.array(z.unknown()),
              status: z.object({ code: z.number(), message: z.optional(z.string()) }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** SpanKind of the protocol: 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly hasFailed: boolean;
  readonly tookMs: number;
}

export interface Collector {
  readonly endpoint: string;
  readonly spans: ReceivedSpan[];
  /** All that arrived, as it came. */
  readonly bodies: string[];
  readonly headers: http.IncomingHttpHeaders[];
  /** What it does with a post: takes it, refuses it, or never answers. */
  behave(how: 'take' | 'refuse' | 'hang'): void;
  /** Resolves with the first span of this name, once it has arrived. */
  spanOf(name: string, isWanted?: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

/** Listens on the given port, else on a free one. */
export async function openCollector(port: number = 0): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: http.IncomingHttpHeaders[] = [];
  let how: 'take' | 'refuse' | 'hang' = 'take';
  const server = http.createServer((asked, reply) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      if (how === 'hang') return;
      if (how === 'refuse' || asked.url !== '/v1/traces' || asked.method !== 'POST')
        return reply.writeHead(how === 'refuse' ? 400 : 404).end();
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      headers.push(asked.headers);
      spans.push(...spansOf(body));
      return reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  atFileEnd(close);
  const { port: own } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${own}`,
    spans,
    bodies,
    headers,
    behave: (asAsked) => {
      how = asAsked;
    },
    spanOf: (name, isWanted = () => true) =>
      vi.waitFor(
        () => {
          const found = spans.find((span) => span.name === name && isWanted(span));
          expect(found, `a span ${name} among ${spans.length}`).toBeDefined();
          return found as ReceivedSpan;
        },
        { timeout: 30_000, interval: 20 },
      ),
    close,
  };
}

function spansOf(body: string): ReceivedSpan[] {
  return z.parse(request, JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        name: span.name,
        kind: span.kind,
        attributes: plain(span.attributes),
        resource: plain(resource.attributes),
        hasFailed: span.status.code === 2,
        tookMs: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
      })),
    ),
  );
}

const plain = (found: z.infer<typeof attributes>): Record<string, unknown> =>
  Object.fromEntries(
    found.map(({ key, value: wrapped }) => {
      const [inner] = Object.values(wrapped);
      return [key, 'intValue' in wrapped ? Number(inner) : inner];
    }),
  );
