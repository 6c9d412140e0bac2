// The names of people, in any script.
import { cleanText } from './fold.ts';

/**
 * Letters with their marks and joiners, spaces, hyphen, underscore, apostrophes, full stops, the middle dot of Catalan and Chinese
 * names; of what is cleanText(). Not a name of points and apostrophes alone.
 */
export const personNamePattern = /^[ .'’‘·・]*[\p{L}\p{M}_-][\p{L}\p{M}\p{Join_Control} .'’‘·・_-]*$/u;

/** What is typed for an apostrophe by who finds none on the keyboard. */
const typedApostrophes = /(?<letter>\p{L})[`´′＇](?=\p{L})/gu;

/** As it is stored: cleanText(), with an apostrophe where an accent was typed for one. */
export const cleanName = (text: string): string => cleanText(text).replaceAll(typedApostrophes, "$1'");
