export function GuardImportPage() {
  return null;
}
