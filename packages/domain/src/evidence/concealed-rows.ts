// Columns in which records are shown in place of what could be used: salted digests (decision 0020).

/** Of the code that was read or typed. */
export const codeColumn = 'code_digest';
/** Of the phone's id: the same wherever the phone stands. */
export const deviceColumn = 'device_digest';
/** Of all columns together that are not shown, so that the leaf stands for them too. */
export const concealedColumn = 'concealed';

/** Whether the record is shown without what could be used. */
export const isConcealed = (row: Readonly<Record<string, unknown>>): boolean => concealedColumn in row;
