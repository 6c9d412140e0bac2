// What counts as one address when tries are counted: of IPv6 a whole network, which one household or server has to itself.
import { isIPv6 } from 'node:net';

const groupsOfAddress = 8;
const groupsOfNetwork = 4;

/** IPv4 as it is, also when it is written as IPv6; of IPv6 the network of 64 bits. Anything else is left as it is. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (isIPv4Within(groups)) return ipv4Of(groups.slice(-2));
  return `${groups.slice(0, groupsOfNetwork).map(asHex).join(':')}::/64`;
}

const asHex = (group: number): string => group.toString(16);

function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  const written = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [left = [], right = []] = written
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  const zeros = Array.from({ length: groupsOfAddress - left.length - right.length }, () => 0);
  return [...left, ...zeros, ...right];
}

/** What stands before an IPv4 address in one of IPv6: as sockets write it, and as translators do (RFC 6052). */
const ipv4Prefixes = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

const isIPv4Within = (groups: readonly number[]): boolean =>
  ipv4Prefixes.some((prefix) => prefix.every((group, at) => groups[at] === group));

const ipv4Of = (groups: readonly number[]): string =>
  groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
