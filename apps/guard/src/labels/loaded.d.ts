// What `labels/plugin.ts` makes of a file of labels for each part of parts.ts.
declare module '*.json?app' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
declare module '*.json?display' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
