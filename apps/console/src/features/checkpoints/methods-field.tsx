// The ways of scanning that count at a checkpoint, with a word on those that nothing is there for (TRUTH-01).
import type { CheckpointRow } from '@watchpost/contract/checkpoints';
import { type CheckpointMethod, checkpointMethods } from '@watchpost/domain/checkpoint-methods';
import { t } from '../../lib/labels.ts';
import styles from './methods-field.module.css';

export const methodWords = (method: CheckpointMethod): string => t(`checkpoints.method.${method}`);

export const methodsWords = (methods: readonly CheckpointMethod[]): string =>
  methods.map(methodWords).join(', ');

interface MethodsFieldProps {
  readonly chosen: readonly CheckpointMethod[];
  /** What there is to scan, as far as it is known. */
  readonly nfcTagId: string;
  readonly hasScreen: boolean;
  readonly error: string | null;
  readonly onChange: (methods: CheckpointMethod[]) => void;
}

export function MethodsField({ chosen, nfcTagId, hasScreen, error, onChange }: MethodsFieldProps) {
  const there = { nfcTagId, hasScreen };
  const toggle = (method: CheckpointMethod) =>
    onChange(
      checkpointMethods.filter((each) => (each === method ? !chosen.includes(each) : chosen.includes(each))),
    );
  const isUseless = chosen.length > 0 && chosen.every((method) => isLacking(method, there));
  return (
    <fieldset className={styles.methods} aria-describedby="methods-help">
      <legend>{t('checkpoints.methods')}</legend>
      <p id="methods-help" className={styles.help}>
        {t('checkpoints.methodsHelp')}
      </p>
      {checkpointMethods.map((method) => {
        const isChosen = chosen.includes(method);
        return (
          <label key={method} className={styles.method}>
            <input
              type="checkbox"
              checked={isChosen}
              aria-invalid={error === null ? undefined : true}
              onChange={() => toggle(method)}
            />
            <span className={styles.words}>
              {methodWords(method)}
              <span className={styles.help}>{t(`checkpoints.methodHelp.${method}`)}</span>
              {isChosen && isLacking(method, there) && (
                <span className={styles.lacking}>
                  {t(method === 'nfc' ? 'checkpoints.methodNoTag' : 'checkpoints.methodNoScreen')}
                </span>
              )}
            </span>
          </label>
        );
      })}
      {error !== null && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
      <output>
        {isUseless && <span className={styles.useless}>{t('checkpoints.methodsUseless')}</span>}
      </output>
    </fieldset>
  );
}

function isLacking(
  method: CheckpointMethod,
  { nfcTagId, hasScreen }: Pick<CheckpointRow, 'nfcTagId' | 'hasScreen'>,
): boolean {
  return (method === 'nfc' && nfcTagId.trim() === '') || (method === 'screen' && !hasScreen);
}
