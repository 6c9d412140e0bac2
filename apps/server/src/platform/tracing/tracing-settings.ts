// Which collector is sent spans, as settings name it. The names are those of OpenTelemetry, so that an operator knows them.

export interface TracingSettings {
  /** Where spans are posted, as OTLP in JSON. */
  readonly url: string;
  /** Under which name a collector lists this server. */
  readonly serviceName: string;
  /** Sent with every post, such as a key that the collector asks for. */
  readonly headers: Readonly<Record<string, string>>;
  /** The part of all requests and jobs whose spans are sent: above 0, at most 1. */
  readonly ratio: number;
}

const samplers = ['parentbased_always_on', 'parentbased_traceidratio'];

/**
 * Null where no collector is named; a sentence for what cannot be meant, which repeats no key. `read` gives the value of a
 * setting, '' for none.
 */
export function tracingSettings(read: (name: string) => string): TracingSettings | string | null {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === '') return null;
  const url = tracesUrl(endpoint);
  if (url === null)
    return 'OTEL_EXPORTER_OTLP_ENDPOINT: must be the address of a collector such as http://localhost:4318, without a user, a query or a fragment. Keys belong into OTEL_EXPORTER_OTLP_HEADERS.';
  const protocol = read('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== '' && protocol !== 'http/json')
    return `OTEL_EXPORTER_OTLP_PROTOCOL=${protocol}: must be http/json, which every collector takes at its port for HTTP, usually 4318.`;
  const headers = headersOf(read('OTEL_EXPORTER_OTLP_HEADERS'));
  if (headers === null)
    return 'OTEL_EXPORTER_OTLP_HEADERS: must be names and values such as api-key=SECRET, with a comma between them and values as in an address (%20 for a space).';
  const ratio = ratioOf(read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG'));
  if (typeof ratio === 'string') return ratio;
  return { url, headers, ratio, serviceName: read('OTEL_SERVICE_NAME') || 'watchpost' };
}

/** The setting is the address of all signals; spans have a path below it. */
function tracesUrl(endpoint: string): string | null {
  const parsed = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  const { username, password, search, hash, href } = parsed;
  if (`${username}${password}${search}${hash}` !== '') return null;
  return `${href.replace(/\/+$/, '')}/v1/traces`;
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const headerValue = /^[\t\x20-\x7e]*$/;

/** As W3C Baggage writes them: `name=value,name=value`, values encoded as in an address. Null for anything else. */
function headersOf(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', encoded = ''] = /^\s*([^=\s]+)\s*=(.*)$/.exec(part) ?? [];
    const value = decoded(encoded.trim());
    if (!headerName.test(name) || value === null || !headerValue.test(value)) return null;
    headers[name] = value;
  }
  return headers;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A sentence for what cannot be meant. */
function ratioOf(sampler: string, argument: string): number | string {
  if (sampler !== '' && !samplers.includes(sampler))
    return `OTEL_TRACES_SAMPLER=${sampler}: must be one of ${samplers.join(', ')}.`;
  if (sampler !== 'parentbased_traceidratio' || argument === '') return 1;
  const ratio = Number(argument);
  return ratio > 0 && ratio <= 1
    ? ratio
    : `OTEL_TRACES_SAMPLER_ARG=${argument}: must be above 0 and at most 1, such as 0.05 for one request in twenty.`;
}
