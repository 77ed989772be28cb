import { ConfirmRestoreInput, KnowPaymentInput, RestoredOutput } from "#schemas/restored.ts";
import type { Endpoint } from "./endpoint.ts";

/** A database that was set back to a backup: how far it is, what a super looks through, and their word. */
export const RESTORED_ENDPOINTS = {
  restored: {
    method: "GET",
    path: "/api/admin/restored",
    access: "admin",
    permission: "restored.read",
    isPolled: true,
    output: RestoredOutput,
  },
  confirmRestore: {
    method: "POST",
    path: "/api/admin/restored/confirmation",
    access: "operator",
    permission: "restored.confirm",
    input: ConfirmRestoreInput,
    output: RestoredOutput,
  },
  knowRestoredPayment: {
    method: "POST",
    path: "/api/admin/restored/payments",
    access: "operator",
    permission: "restored.confirm",
    input: KnowPaymentInput,
    output: RestoredOutput,
  },
} as const satisfies Record<string, Endpoint>;
