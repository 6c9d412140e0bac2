// Which addresses a browser may name as its push service: the server will call them, so none of one's own choosing.
import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Push services of the browsers; their names never stand for an address of this network. */
const browserServices = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

export interface PushHosts {
  /** Whether a subscription with this endpoint is accepted. */
  allows(endpoint: string): boolean;
  /** Resolves names for calls to the endpoint's host, refusing private addresses unless the operator named the host. */
  lookupFor(endpoint: string): LookupFunction;
}

/** `named` are hosts of the operator's own: push.example.com, *.example.com, localhost:8443. */
export function pushHosts(named: readonly string[]): PushHosts {
  return {
    allows: (endpoint) => {
      const url = endpointUrl(endpoint);
      return url !== null && (isAmong(browserServices, url) || isAmong(named, url));
    },
    lookupFor: (endpoint) => {
      const url = endpointUrl(endpoint);
      return url !== null && isAmong(named, url) ? systemLookup : publicLookup;
    },
  };
}

function endpointUrl(endpoint: string): URL | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url;
}

function isAmong(rules: readonly string[], { hostname, port }: URL): boolean {
  return rules.some((rule) => {
    const [name = '', rulePort = ''] = rule.split(/:(?=\d+$)/);
    if (port !== (rulePort === '443' ? '' : rulePort)) return false;
    return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
  });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '');
    const [first] = addresses;
    const isUsable = addresses.every(({ address }) => !isPrivateAddress(address));
    if (first === undefined || !isUsable) {
      return callback(new Error(`${hostname} stands for an address that must not be called`), '');
    }
    if (options.all === true) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv6');
}

/** Loopback, private, link-local, multicast and reserved addresses, also when written as IPv6. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivateAddress(mapped);
  return privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
