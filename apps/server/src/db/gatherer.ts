import { setImmediate as restOfTurn } from 'node:timers/promises';

interface Asked<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Answers the questions of one turn of the event loop, and those that come while others are being answered, all at once,
 * so that many callers share a round trip. A question never joins one already under way: its answer is as fresh as if it had been asked alone.
 */
export class Gatherer<Question, Answer> {
  readonly #answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  #waiting: Asked<Question, Answer>[] = [];
  #isAnswering = false;

  /** `answerAll` answers in the order of the questions. */
  constructor(answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#answerAll = answerAll;
  }

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (!this.#isAnswering) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isAnswering = true;
    await restOfTurn();
    while (this.#waiting.length > 0) {
      const asked = this.#waiting;
      this.#waiting = [];
      await this.#answer(asked);
    }
    this.#isAnswering = false;
  }

  async #answer(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answerAll(asked.map(({ question }) => question));
      if (answers.length !== asked.length) throw new RangeError('not every question was answered');
      for (const [index, answer] of answers.entries()) asked[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
