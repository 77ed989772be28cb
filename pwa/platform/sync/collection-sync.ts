import type { ChangesMessage } from "#schemas/protocol.ts";
import type { LinkError } from "#pwa/platform/api/http-error.ts";

/** One collection that is kept in step with the server. */
export interface CollectionSync {
  /** Takes what the server sent of its own accord. */
  receive(message: ChangesMessage): void;
  resync(): void;
  /** The uids of the documents whose stored state the server has not acknowledged; null before that is known, or no longer. */
  waiting(): Promise<string[] | null>;
  stop(): Promise<void>;
  /**
   * Stops, and forgets what the server was held to have: whoever begins after it pulls all, and sends all that this device wrote. For a server
   * that was set back to a backup.
   */
  forget(): Promise<void>;
}

/** What a {@link CollectionSync} tells its owner. */
export interface CollectionSyncEvents {
  received(count: number): void;
  /** Whether it has something to do. */
  active(isActive: boolean): void;
  sent(): void;
  /** For the first time it holds all that the server had. */
  caughtUp(): void;
  /** The server or the link refused; it is tried again. */
  linkFailed(error: LinkError): void;
  /** There are edits behind a push that is refused; the owner begins again, with all that waits. */
  heldUp(): void;
  /** The device did not store what came, or could not read what it has; the owner begins again from what is stored. */
  storageFailed(error: unknown): void;
}

export const RETRY_MS = 1000;
export const LONGEST_RETRY_MS = 30_000;
