/** Questions waiting for a Yes or No, oldest first. */
export type ConfirmOptions = {
  message: string;
  /** 'Confirmation' unless given. */
  title?: string;
  yesLabel?: string;
  noLabel?: string;
  isDangerous?: boolean;
};

export type PendingConfirm = ConfirmOptions & { id: number; answer: (isConfirmed: boolean) => void };

let pending: readonly PendingConfirm[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly PendingConfirm[]): void {
  pending = next;
  for (const listener of listeners) listener();
}

/** Resolves to true on Yes; to false on No, Escape or close. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      set(pending.filter((question) => question.id !== id));
      resolve(isConfirmed);
    };
    set([...pending, { ...options, id, answer }]);
  });
}

/** Answers all of them with No. */
export function refuseConfirms(): void {
  for (const question of pending) question.answer(false);
}

export function subscribeToConfirms(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentConfirm = (): PendingConfirm | undefined => pending[0];
