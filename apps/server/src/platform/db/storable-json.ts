/** JSON that a jsonb column takes: half a surrogate pair and the null character are texts to JavaScript, but none to the database. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? Buffer.from(part).toString().replaceAll('\u0000', '') : part,
  );
}
