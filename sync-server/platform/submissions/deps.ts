import type { ClientSession } from "mongodb";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { StellarNetwork } from "#server/platform/network/network.ts";
import type { Vault } from "#server/platform/vault/vault.ts";
import type { SubmissionDocument } from "./submission.ts";

export interface SubmissionsDeps {
  readonly runtime: Runtime;
  readonly network: StellarNetwork;
  readonly vault: Vault;
  /**
   * Asked before a submission is signed, and again before it is built anew: by then its owner may be frozen, or its asset
   * halted; and with a session within the transaction that records the envelope, since signing takes its time. Nothing
   * stands in its way unless told.
   */
  readonly mayProceed?: (submission: SubmissionDocument, session: ClientSession | null) => Promise<Permission>;
  /** Called when a ledger was seen to hold a payment: ingestion need not wait for its next look. */
  readonly onSettled?: () => void;
}

/** Whether a submission may be signed now; a refusal is a sentence for its owner. */
export type Permission = "go" | "wait" | { readonly refusal: string };
