/** Settles in a task of its own: what was done until now and what is done then do not keep a slow phone from answering in one go. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
