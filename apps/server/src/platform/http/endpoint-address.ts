import type { Endpoint } from '@watchpost/contract/endpoint';

/** Where an endpoint of a tenant lies, for mails and others who come from outside; `base` is any address of the server. */
export function endpointAddress(
  base: string,
  slug: string,
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  return new URL(`/api/${slug}${filled}`, base).href;
}
