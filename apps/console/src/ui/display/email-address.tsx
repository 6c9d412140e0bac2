/** Parted, where it must be, after its sign. */
export function EmailAddress({ email }: { readonly email: string }) {
  const [name, domain] = email.split('@');
  return (
    <>
      {name}@<wbr />
      {domain}
    </>
  );
}
