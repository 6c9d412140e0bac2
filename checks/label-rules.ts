// Every language has every label, and each says something with the same places to fill in.
export type Catalogue = Readonly<Record<string, string>>;

const placesIn = (text: string): string =>
  [...text.matchAll(/\{[^{}]+\}/g)]
    .map(([place]) => place)
    .sort()
    .join();

/** Compares each language with the first, which is the default one. */
export function labelViolations(catalogues: Readonly<Record<string, Catalogue>>): string[] {
  const [first, ...others] = Object.entries(catalogues);
  if (!first) return ['there is no catalogue'];
  const [, reference] = first;
  const empty = Object.entries(catalogues).flatMap(([language, labels]) =>
    Object.keys(labels)
      .filter((key) => labels[key]?.trim() === '')
      .map((key) => `${language}: ${key} is empty`),
  );
  const differing = others.flatMap(([language, labels]) => [
    ...Object.keys(reference)
      .filter((key) => !(key in labels))
      .map((key) => `${language}: ${key} is missing`),
    ...Object.keys(labels)
      .filter((key) => !(key in reference))
      .map((key) => `${language}: ${key} is unknown`),
    ...Object.keys(labels)
      .filter((key) => key in reference && placesIn(labels[key] ?? '') !== placesIn(reference[key] ?? ''))
      .map((key) => `${language}: ${key} fills in other places`),
  ]);
  return [...empty, ...differing];
}
