import { t } from "@lingui/core/macro";
import type { RestoredPhase } from "#schemas/restored.ts";

/** What a restore is at, and what that means for whoever waits. */
export function phaseWords(phase: RestoredPhase): string {
  switch (phase) {
    case "marked":
    case "reading":
      return t`The ledger is being read from the backup’s last ledger on. Nothing is signed.`;
    case "settling":
      return t`What was open is being ended by what the ledger holds. Nothing is signed.`;
    case "reconciling":
      return t`All accounts are being compared with the ledger. Nothing is signed.`;
    case "confirming":
      return t`Everything is read and compared. Look through what cannot be known, set right what is wrong, and let the service sign again.`;
    case "done":
      return t`The service signs again.`;
  }
}
