// Spans through the API of OpenTelemetry, which does nothing while no collector is named.
import {
  type Attributes,
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** Of whatever runs now: a test may start another one. */
export const tracer = (): Tracer => trace.getTracer('watchpost');

export interface SpanSettings {
  /** Whether it asks another server, or works off what was queued. */
  readonly kind: 'client' | 'consumer';
  /** Names, counts and states of the product; never what a person is called, wrote or looked for. */
  readonly attributes: Attributes;
  /** What it belongs to; whatever runs now when left out. */
  readonly parent?: Context;
}

const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

/** Does the work within a span, which ends with it. */
export function inSpan<Result>(
  name: string,
  { kind, attributes, parent = context.active() }: SpanSettings,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer().startActiveSpan(name, { kind: kinds[kind], attributes }, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** By kind and code alone: messages quote what was sent, and the database's the rows that it refused. */
export function noteFailure(span: Span, error: unknown): void {
  span.setAttribute('error.type', kindOf(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** E.g. '23505', 'ECONNREFUSED', 'notFound', else the name of the class. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** What ties later work to what runs now, as W3C writes it (`traceparent`); nothing outside of spans. */
export function carriedTrace(): Readonly<Record<string, string>> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** What the carrier ties work to; nothing for a carrier without a trace. */
export const traceOf = (carrier: unknown): Context => propagation.extract(ROOT_CONTEXT, carrier);
