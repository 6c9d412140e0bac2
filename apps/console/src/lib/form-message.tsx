import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { ApiError } from './api-error.ts';
import styles from './form-message.module.css';
import { t, translate } from './labels.ts';

export interface FormMessageContent {
  readonly isError: boolean;
  readonly texts: readonly string[];
}

/** The area of a form beside its fields: what the server said of it, or what stands in its way. */
export function FormMessage({ message }: { message: FormMessageContent | undefined }) {
  const look = message?.isError === false ? styles.success : styles.error;
  return (
    <div role="alert" className={message === undefined ? styles.none : look}>
      {message !== undefined && (
        <>
          {message.isError ? (
            <IconAlertCircle size={18} aria-hidden />
          ) : (
            <IconCircleCheck size={18} aria-hidden />
          )}
          <span className={styles.texts}>
            {message.texts.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </span>
        </>
      )}
    </div>
  );
}

/** All that the server said of a failure, in words. */
export function failureTexts(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [t('error.unreachable')];
  const messages = [...error.general, ...Object.values(error.fields).flat()].map(({ message }) =>
    translate(message),
  );
  return messages.length === 0 ? [error.message] : [...new Set(messages)];
}
