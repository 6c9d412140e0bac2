// A span for each request, by its route. The paths, queries and bodies that were sent are never part of one.
import { context, type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { kindOf, traceOf, tracer } from './spans.ts';

export interface RequestTracing {
  /** Whether a proxy in front is believed: only then the trace that a request claims to belong to is taken. */
  readonly takesParents: boolean;
}

/** Before the routes are registered. Statements and jobs of a request become children of its span. */
export function traceRequests(app: FastifyInstance, { takesParents }: RequestTracing): void {
  const within = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, routeOptions } = request;
    // A path that is no route may be anything.
    const route = routeOptions.url ?? 'none';
    const parent = takesParents ? traceOf(request.headers) : ROOT_CONTEXT;
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'watchpost.request_id': request.id,
    };
    const span = tracer().startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    const own = trace.setSpan(parent, span);
    within.set(request, own);
    // Also where the caller leaves in the middle.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(own, done);
  });
  // A body arrives in events of its connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    context.with(within.get(request) ?? ROOT_CONTEXT, done);
  });
  app.addHook('onError', (request, _reply, error, done) => {
    const own = within.get(request);
    if (own !== undefined) trace.getSpan(own)?.setAttribute('error.type', kindOf(error));
    done();
  });
  // A stream stays open for hours; what was asked for is answered once it begins.
  app.addHook('onSend', (request, reply, payload, done) => {
    const own = within.get(request);
    if (own !== undefined && isEventStream(reply.getHeader('content-type'))) {
      trace.getSpan(own)?.setAttribute('http.response.status_code', reply.statusCode).end();
    }
    done(null, payload);
  });
}

const isEventStream = (type: unknown) => String(type).startsWith('text/event-stream');
