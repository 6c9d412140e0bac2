// Which addresses of the network the server may call because somebody typed them in.
import { BlockList, isIP } from 'node:net';

export type Reach =
  /** The public network over https alone. */
  | 'public'
  /** Also one's own network, and this machine even without encryption. */
  | 'private';

/** Cloud metadata, broadcast, multicast: no service of anybody's own lives there. */
const never = blockList(
  [
    ['0.0.0.0', 8],
    ['169.254.0.0', 16],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  [
    ['fe80::', 10],
    ['ff00::', 8],
  ],
);

/** Special-purpose addresses of RFC 6890 that are not reachable from everywhere. */
const notPublic = blockList(
  [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
  ],
  [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
  ],
);
const globalUnicast = blockList([], [['2000::', 3]]);

type Nets = readonly (readonly [string, number])[];

function blockList(four: Nets, six: Nets): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of four) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of six) list.addSubnet(net, prefix, 'ipv6');
  return list;
}

/** An IPv4 address written as IPv6 is judged as what it is. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function mayReach(address: string, reach: Reach): boolean {
  const plain = mapped.exec(address)?.[1] ?? address;
  const version = isIP(plain);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (never.check(plain, family) || plain === '::') return false;
  if (reach === 'private') return true;
  return !notPublic.check(plain, family) && (version === 4 || globalUnicast.check(plain, family));
}

/** As the host of an address has it. */
export const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether the scheme will do: https, or plain http to this very machine where the reach goes that far. */
export function isCallable({ protocol, hostname }: URL, reach: Reach): boolean {
  return (
    protocol === 'https:' || (protocol === 'http:' && reach === 'private' && loopbackName.test(hostname))
  );
}
