/** The browser asks before the tab is closed or loaded again, until the function that is given back is called. */
export function keepTabOpen(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
