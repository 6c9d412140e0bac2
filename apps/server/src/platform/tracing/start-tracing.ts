// Sends spans to a collector. Loaded only where the operator names one, since it brings the SDK along.
import { setTimeout as delay } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { kindOf } from './spans.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** How long spans wait for others, how many wait for a slow collector, and how long one is waited for. */
interface Sending {
  readonly everyMs: number;
  readonly queuedMax: number;
  readonly timeoutMs: number;
}

/** About four megabytes of spans; what comes beyond is dropped. */
const sendingDefault: Sending = { everyMs: 5_000, queuedMax: 4_096, timeoutMs: 5_000 };

/** The server leaves then, whether the collector has taken the last spans or not. */
const closeWithinMs = 3_000;

export interface Tracing {
  /** Sends what is left. */
  close(): Promise<void>;
}

/** From now on spans are sent. `onProblem` hears once that the collector takes none, and once that it does again. */
export function startTracing(
  { url, headers, serviceName, ratio }: TracingSettings,
  onProblem: (sentence: string) => void,
  { everyMs, queuedMax, timeoutMs }: Sending = sendingDefault,
): Tracing {
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': crypto.randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new ReportingExporter(exporter, onProblem),
        scheduledDelayMillis: everyMs,
        maxQueueSize: queuedMax,
        exportTimeoutMillis: timeoutMs + 1_000,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    close: async () => {
      const sent = provider.shutdown().catch(() => {});
      await Promise.race([sent, delay(closeWithinMs, undefined, { ref: false })]);
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}

/** Says once that spans are lost, where the SDK would say nothing or the same with every batch. */
class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #onProblem: (sentence: string) => void;
  #isLosing = false;

  constructor(exporter: SpanExporter, onProblem: (sentence: string) => void) {
    this.#exporter = exporter;
    this.#onProblem = onProblem;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#report(result);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  #report({ code, error }: ExportResult): void {
    const isLosing = code === ExportResultCode.FAILED;
    if (isLosing === this.#isLosing) return;
    this.#isLosing = isLosing;
    this.#onProblem(
      isLosing
        ? `traces: the collector of OTEL_EXPORTER_OTLP_ENDPOINT takes no spans (${kindOf(error)}). They are dropped until it does.`
        : 'traces: the collector takes spans again.',
    );
  }
}
