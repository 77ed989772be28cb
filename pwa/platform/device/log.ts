/** The device's own log, for what a person need not be told. Never pass it a secret. */
export function logProblem(what: string, cause: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is this device's log.
  console.error(what, cause);
}
