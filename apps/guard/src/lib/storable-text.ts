/** As the server can store it: without the null character, and with a sign for half of a letter, which a cut or a keyboard leaves. */
export const storableText = (text: string): string =>
  text.replaceAll('\u0000', '').replaceAll(/\p{Cs}/gu, '\ufffd');
