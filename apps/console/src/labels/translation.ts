// What a language owes the English texts: every key, no other, and the same places to fill in. The compiler holds it.

type Texts = Readonly<Record<string, string>>;
type Place<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Place<Rest> : never;
/** Categories that English lacks and another language may have. */
type FurtherPlural<Key> = Key extends `${infer Base}_other`
  ? `${Base}_${'zero' | 'two' | 'few' | 'many'}`
  : never;
type EnglishKey<Key, English> = Key extends keyof English
  ? Key
  : Key extends `${infer Base}_${'zero' | 'two' | 'few' | 'many'}`
    ? `${Base}_other` & keyof English
    : never;
type IsSame<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

type Checked<English extends Texts, Own extends Texts> = {
  readonly [Key in keyof Own]: [EnglishKey<Key, English>] extends [never]
    ? never
    : IsSame<Place<Own[Key]>, Place<English[EnglishKey<Key, English>]>> extends true
      ? Own[Key]
      : { readonly placesOfEnglish: Place<English[EnglishKey<Key, English>]> };
};

/**
 * A language's texts of one area: `export const hiProfile = translationOf<typeof enProfile>()({ ... })`. A missing or
 * unknown key and a placeholder that English lacks or has besides do not compile; plural categories may be added.
 */
export const translationOf =
  <English extends Texts>() =>
  <const Own extends Readonly<Record<keyof English, string>> & Texts>(
    texts: Own & Checked<English, Own> & Partial<Record<FurtherPlural<keyof English>, string>>,
  ): Readonly<Record<keyof English, string>> =>
    texts;
