/**
 * A reply that is JSON already, such as rows that the database wrote as text: it is sent as it is. Whoever makes one answers for
 * its being what the endpoint's schema says.
 */
export class WrittenJson<Reply> {
  readonly text: string;
  /** Stands for the type alone. */
  declare readonly reply?: Reply;

  constructor(text: string) {
    this.text = text;
  }
}
