/** Waits so long, or until `stop`. */
export function delay(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stop.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    stop.addEventListener("abort", finish);
    if (stop.aborted) finish();
  });
}
