import { Refusal } from "./operation.ts";
import type { OperationLogic } from "./operation.ts";

/** An operation that this ledger does not know: smart contracts, and inflation since protocol 12. */
export const unsupported: OperationLogic = {
  threshold: "medium",
  isSupported: () => false,
  check: () => undefined,
  apply: () => Refusal.notSupported,
};

/** As {@link unsupported}, with the low threshold that inflation needs. */
export const inflation: OperationLogic = { ...unsupported, threshold: "low" };
