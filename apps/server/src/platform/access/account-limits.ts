// How much a signed-in person may ask for in a minute, of all server processes together (OWASP ASVS 2.4.1).
import type { Endpoint } from '@watchpost/contract/endpoint';
import { unlessFull } from './authenticate.ts';
import type { ConsoleCaller } from './caller.ts';
import { BatchedLimit } from './batched-limit.ts';
import { countRequest } from './request-limit.queries.ts';

export interface AccountLimitSettings {
  readonly requestsPerMinute: number;
  /** Files that are made while they are sent. */
  readonly exportsPerMinute: number;
  /**
   * A process tells the others of its requests whenever it has had so many of an account: a statement for each would cost
   * more than many a request. An account has at most so many more, in each process, than it should.
   */
  readonly reportedAtOnce: number;
}

/** More than a console asks for in many tabs, or a person can read. */
export const accountLimits: AccountLimitSettings = {
  requestsPerMinute: 6_000,
  exportsPerMinute: 60,
  reportedAtOnce: 200,
};

const windowSeconds = 60;

export class AccountLimits {
  readonly #settings: AccountLimitSettings;
  readonly #requests: BatchedLimit;

  constructor(settings: AccountLimitSettings) {
    this.#settings = settings;
    const { requestsPerMinute: max, reportedAtOnce } = settings;
    this.#requests = new BatchedLimit({ name: 'requests', max, windowSeconds, reportedAtOnce });
  }

  /** Throws slowDown when the account has had all that a minute takes. */
  async count({ scope, userId }: ConsoleCaller, endpoint: Endpoint): Promise<void> {
    await this.#requests.count(scope.db, scope.tenantId, userId);
    if (!isExport(endpoint)) return;
    const exports = { name: 'exports', max: this.#settings.exportsPerMinute, windowSeconds };
    await unlessFull(countRequest(scope.db, scope.tenantId, exports, userId));
  }
}

/** Of a file that is made while it is sent. */
export const isExport = ({ files, isPicture }: Endpoint): boolean =>
  files !== undefined && isPicture !== true;
