// The form of a sub admin.
import type { SubAdmin } from '@watchpost/contract/sub-admins';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { failureTexts, FormMessage, type FormMessageContent } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { checkDraft } from '../../records/check-draft.ts';
import { makeAsked, useDialogDraft } from '../../records/use-dialog-draft.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { invitationSchema, invite, namesSchema, rename, subAdminsKey } from './site-details.api.ts';
import styles from './site-details.module.css';

/** Whom the form is about; 'new' for an invitation. */
type Person = SubAdmin | 'new';

const dialogName = 'subAdmin';
export const useEditedPerson = makeAsked<Person>(dialogName);

interface DialogProps {
  readonly siteId: string;
  readonly person: Person;
  readonly onClose: () => void;
}

type Field = 'firstName' | 'lastName' | 'email';
type Problems = Partial<Record<Field, string>>;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first problem of each field, as label keys. */
function problemsOf(issues: readonly Issue[]): Problems {
  const problems: Problems = {};
  for (const { path, message } of issues) {
    const [field] = path;
    if (field === 'firstName' || field === 'lastName' || field === 'email') problems[field] ??= message;
  }
  return problems;
}

/** What the server said, at the fields that it said it of. */
function refusedFields({ fields }: ApiError): Problems {
  return problemsOf(
    Object.entries(fields).flatMap(([name, said]) => said.map(({ message }) => ({ path: [name], message }))),
  );
}

/** Invites or renames; sends nothing while there are problems, which it answers with. */
async function sendValues(
  siteId: string,
  person: DialogProps['person'],
  values: Readonly<Record<Field, string>>,
): Promise<Problems> {
  if (person === 'new') {
    const checked = invitationSchema.safeParse(values);
    if (!checked.success) return problemsOf(checked.error.issues);
    await invite(siteId, checked.data);
    const { email } = checked.data;
    toasts.success({ summary: t('subAdmins.title'), text: t('subAdmins.sent', { email }) });
    return {};
  }
  const { firstName, lastName } = values;
  const stored = { firstName: person.firstName, lastName: person.lastName };
  const { fields, problems } = checkDraft(namesSchema, { firstName, lastName }, stored);
  if (fields !== null) await rename(person.id, fields);
  return problems;
}

function useSubAdminForm({ siteId, person, onClose }: DialogProps) {
  const queries = useQueryClient();
  const first = person === 'new' ? { firstName: '', lastName: '', email: '' } : person;
  const written = useDialogDraft(
    dialogName,
    { firstName: first.firstName, lastName: first.lastName, email: first.email },
    onClose,
  );
  const values = written.draft;
  const [problems, setProblems] = useState<Problems>({});
  const [message, setMessage] = useState<FormMessageContent>();
  const [isBusy, setIsBusy] = useState(false);

  const send = async (): Promise<Problems> => {
    const found = await sendValues(siteId, person, values);
    if (Object.keys(found).length > 0) return found;
    await queries.invalidateQueries({ queryKey: subAdminsKey(siteId) });
    written.drop();
    return {};
  };
  const save = async () => {
    setMessage(undefined);
    setIsBusy(true);
    try {
      setProblems(await send());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refused = refusedFields(error);
      setProblems(refused);
      if (Object.keys(refused).length === 0) setMessage({ isError: true, texts: failureTexts(error) });
    } finally {
      setIsBusy(false);
    }
  };
  const fieldProps = (field: Field) => {
    const problem = problems[field];
    return {
      value: values[field],
      isRequired: true,
      autoComplete: 'off',
      error: problem === undefined ? undefined : translate(problem),
      onChange: (event: { target: { value: string } }) => {
        const { value } = event.target;
        written.change({ [field]: value });
        setProblems(({ [field]: _met, ...others }) => others);
      },
    };
  };
  return { fieldProps, message, isBusy, save, close: written.close };
}

export function SubAdminDialog(props: DialogProps) {
  const { fieldProps, message, isBusy, save, close } = useSubAdminForm(props);
  const isNew = props.person === 'new';
  return (
    <Modal
      isOpen
      onClose={close}
      title={t(isNew ? 'subAdmins.invite' : 'subAdmins.edit')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>{t('subAdmins.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t(isNew ? 'subAdmins.send' : 'subAdmins.save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormMessage message={message} />
        {isNew && <p className={styles.quiet}>{t('subAdmins.inviteText')}</p>}
        <TextField label={t('subAdmins.firstName')} {...fieldProps('firstName')} />
        <TextField label={t('subAdmins.lastName')} {...fieldProps('lastName')} />
        {isNew && <TextField label={t('subAdmins.email')} inputMode="email" {...fieldProps('email')} />}
      </div>
    </Modal>
  );
}
