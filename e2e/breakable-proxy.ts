// A network between browser and product that can fail: what is connected is cut, and nothing connects until it is mended.
import net, { type AddressInfo } from 'node:net';

export interface BreakableProxy {
  readonly url: string;
  /** Breaks every connection; new ones are refused until mend(). */
  break(): void;
  mend(): void;
  stop(): Promise<void>;
}

export async function startBreakableProxy(target: string): Promise<BreakableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<net.Socket>();
  let isBroken = false;
  const server = net.createServer((near) => {
    if (isBroken) {
      near.destroy();
      return;
    }
    const far = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address() as AddressInfo;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${own.port}`,
    break: () => {
      isBroken = true;
      breakAll();
    },
    mend: () => {
      isBroken = false;
    },
    stop: async () => {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
