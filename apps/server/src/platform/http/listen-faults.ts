// Why a server cannot listen where its settings say, in a sentence for anyone who set them.
import { codeOf } from '../db/database-errors.ts';
import { EnvError } from '../../env.ts';

export interface ListenAddress {
  /** Of the port. */
  readonly setting: 'PORT' | 'METRICS_PORT';
  readonly host: string;
  readonly port: number;
}

/** An EnvError that names the setting, or the error itself where none is to blame. */
export function explainListenFault(error: unknown, { setting, host, port }: ListenAddress): unknown {
  if (!(error instanceof Error)) return error;
  const noAddress = `HOST=${host}: is no address of this machine; 127.0.0.1 is for this machine alone, 0.0.0.0 for all networks.`;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `${setting}=${port}: another program listens there already. End it, or choose another port.`,
    EACCES: `${setting}=${port}: this user may not listen there. Choose a port above 1023.`,
    EADDRNOTAVAIL: noAddress,
    EAFNOSUPPORT: noAddress,
    EAI_AGAIN: noAddress,
    ENOTFOUND: noAddress,
  };
  const sentence = sentences[codeOf(error)];
  return sentence === undefined ? error : new EnvError(sentence, { cause: error });
}
