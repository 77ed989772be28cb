import type { RESTORED_ENDPOINTS } from "#schemas/endpoints/restored.ts";
import type { DocsOf } from "#server/platform/http/openapi.ts";

export const RESTORED_DOCS = {
  restored: {
    summary:
      "How far a database that was set back to a backup is made true again, and what a super looks through before anything is signed",
    errors: [],
  },
  confirmRestore: {
    summary: "A super has looked through what cannot be known after a restore: from now on the service signs again",
    errors: ["restore-not-waiting"],
  },
  knowRestoredPayment: {
    summary:
      "Says what the house paid for since the backup without a record of it: what that settled counts as paid, and what it owes to the same people no longer waits",
    errors: ["restored-payment-known", "restored-payment-unfit"],
  },
} as const satisfies DocsOf<typeof RESTORED_ENDPOINTS>;
