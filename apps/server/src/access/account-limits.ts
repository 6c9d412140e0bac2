// How much a signed-in person may ask for in a minute, of all server processes together (OWASP ASVS 2.4.1).
import type { Endpoint } from '@watchpost/contract/endpoint';
import { AppError } from '../http/app-error.ts';
import { unlessFull } from './authenticate.ts';
import type { ConsoleCaller } from './caller.ts';
import { countRequest } from './request-limit.queries.ts';

export interface AccountLimitSettings {
  readonly requestsPerMinute: number;
  /** Files that are made while they are sent. */
  readonly exportsPerMinute: number;
  /**
   * A process tells the others of its requests whenever it has had so many of an account: a statement for each would cost
   * more than many a request. An account has at most so many more, in each process, than it should.
   */
  readonly toldAtOnce: number;
}

/** More than a console asks for in many tabs, or a person can read. */
export const accountLimits: AccountLimitSettings = {
  requestsPerMinute: 6_000,
  exportsPerMinute: 60,
  toldAtOnce: 200,
};

const windowSeconds = 60;
/** Accounts that are counted at once; beyond it counting begins anew. */
const accountsMax = 10_000;

interface Counted {
  untold: number;
  refusedUntilMs: number;
}

export class AccountLimits {
  readonly #settings: AccountLimitSettings;
  readonly #accounts = new Map<string, Counted>();

  constructor(settings: AccountLimitSettings) {
    this.#settings = settings;
  }

  /** Throws slowDown when the account has had all that a minute takes. */
  async count({ scope, userId }: ConsoleCaller, endpoint: Endpoint): Promise<void> {
    const { requestsPerMinute, exportsPerMinute, toldAtOnce } = this.#settings;
    const tell = (name: string, max: number, requests: number) =>
      unlessFull(countRequest(scope.db, scope.tenantId, { name, max, windowSeconds }, userId, requests));
    const counted = this.#accountOf(userId);
    const refusedMs = counted.refusedUntilMs - Date.now();
    if (refusedMs > 0) throw new AppError('slowDown', { retryAfterSeconds: Math.ceil(refusedMs / 1_000) });
    counted.untold += 1;
    if (counted.untold >= toldAtOnce) {
      counted.untold -= toldAtOnce;
      await tell('requests', requestsPerMinute, toldAtOnce).catch((error: unknown) => {
        if (error instanceof AppError)
          counted.refusedUntilMs = Date.now() + (error.retryAfterSeconds ?? windowSeconds) * 1_000;
        throw error;
      });
    }
    if (isExport(endpoint)) await tell('exports', exportsPerMinute, 1);
  }

  #accountOf(userId: string): Counted {
    const known = this.#accounts.get(userId);
    if (known !== undefined) return known;
    if (this.#accounts.size >= accountsMax) this.#accounts.clear();
    const counted = { untold: 0, refusedUntilMs: 0 };
    this.#accounts.set(userId, counted);
    return counted;
  }
}

/** Of a file that is made while it is sent. */
export const isExport = ({ files, isPicture }: Endpoint): boolean =>
  files !== undefined && isPicture !== true;
