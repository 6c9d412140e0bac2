// What a simulation did, counted in events unless said otherwise.

export interface Summary {
  /** Guards that signed in. */
  readonly guards: number;
  /** Rounds started and accepted. */
  readonly rounds: number;
  readonly sent: number;
  readonly accepted: number;
  /** Sent again although answered, as after a lost answer. */
  readonly repeated: number;
  readonly refused: number;
  /** Given up on. */
  readonly unanswered: number;
  /** Requests made again because they failed. */
  readonly retried: number;
  /** Uploads whose repetition was answered differently: always 0 with a sound server. */
  readonly differed: number;
  /** The first few reasons of refusals and failures. */
  readonly notes: readonly string[];
}

const notesMax = 5;

export class Tally implements Summary {
  guards = 0;
  rounds = 0;
  sent = 0;
  accepted = 0;
  repeated = 0;
  refused = 0;
  unanswered = 0;
  retried = 0;
  differed = 0;
  readonly notes: string[] = [];

  note(sentence: string): void {
    if (this.notes.length < notesMax && !this.notes.includes(sentence)) this.notes.push(sentence);
  }
}

export function describe(summary: Summary): string {
  const { guards, rounds, sent, accepted, repeated, refused, unanswered, retried } = summary;
  return (
    `${guards} guards, ${rounds} rounds; events: ${sent} sent, ${accepted} accepted, ${repeated} repeated, ` +
    `${refused} refused, ${unanswered} unanswered; ${retried} requests retried`
  );
}
