// A geocoder on this machine that speaks the API of Nominatim.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const addresses = [
  {
    name: 'Tower Bridge',
    display_name: 'Tower Bridge, London, United Kingdom',
    lat: '51.5055',
    lon: '-0.0754',
  },
  { name: 'Bridge End', display_name: 'Bridge End, Pune, India', lat: '18.5', lon: '73.86' },
];

export interface LocalGeocoder {
  readonly url: string;
  stop(): void;
}

/** Knows two bridges. */
export async function startGeocoder(): Promise<LocalGeocoder> {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    const text = searchParams.get('q')?.toLowerCase() ?? '';
    if (pathname !== '/search' || searchParams.get('format') !== 'jsonv2') response.writeHead(400).end();
    else response.end(JSON.stringify(addresses.filter(({ name }) => name.toLowerCase().includes(text))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
