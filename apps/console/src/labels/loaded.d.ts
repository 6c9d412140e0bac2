// What `labels/plugin.ts` makes of a file of labels for each part of parts.ts.
declare module '*.json?first' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
declare module '*.json?details' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
declare module '*.json?sos' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
declare module '*.json?areas' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
declare module '*.json?translation' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
declare module '*.json?verification' {
  import type { Messages } from '@watchpost/domain/messages';

  const messages: Messages;
  export default messages;
}
