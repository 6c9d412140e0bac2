// Which sections of the labels are loaded by what: the app, and the page of a screen at a checkpoint.
export const parts = {
  app: (section: string) => section !== 'display',
  display: (section: string) => section === 'display',
} as const;
