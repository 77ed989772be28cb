import { AsyncLocalStorage } from "node:async_hooks";

/** What the server is busy with: each line of the log that is written meanwhile says so, whoever writes it. */
export interface Trace {
  /** The request, or the message of a socket, that began it. */
  readonly requestId?: string | undefined;
  readonly userId?: number | undefined;
  /** The API key by which it was asked for. */
  readonly apiKey?: string | undefined;
  readonly submissionId?: number | undefined;
}

const traces = new AsyncLocalStorage<Trace>();

/** Does the work, and has all that it calls know what for. What becomes known of it later may be told by getters. */
export function traced<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work);
}

/** What the work under way is for; nothing where it is the server's own. */
export function traceNow(): Trace {
  return { ...traces.getStore() };
}
