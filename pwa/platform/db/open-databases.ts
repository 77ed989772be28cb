const POLL_MS = 20;

/** How to close the databases this tab has open, by name. */
const open = new Map<string, () => Promise<void>>();

export function noteOpen(name: string, close: () => Promise<void>): void {
  open.set(name, close);
}

export function noteClosed(name: string, close: () => Promise<void>): void {
  if (open.get(name) === close) open.delete(name);
}

/** Closes the database if this tab has it open. */
export async function closeIfOpen(name: string): Promise<void> {
  await open.get(name)?.();
}

/** Settles once this tab has no database open, or after `withinMs`. */
export async function allClosed(withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (open.size > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
