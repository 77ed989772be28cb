import type { Handler } from "./context.ts";

export type Registered = {
  run: Handler;
  isWrite: boolean;
  inTransactions?: boolean;
  isAdminOnly?: boolean;
  /** Served before a login. */
  isOpen?: boolean;
  /** No session is looked up for it. */
  isSessionless?: boolean;
};
