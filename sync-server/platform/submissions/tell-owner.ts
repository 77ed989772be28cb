import type { ClientSession } from "mongodb";
import type { NotificationKind } from "#schemas/notifications.ts";
import { say } from "#schemas/say.ts";
import { formatAmount } from "#schemas/values/money.ts";
import type { SubmissionState } from "#schemas/wallet.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Clock } from "#server/platform/http/runtime.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import type { Step } from "./steps.ts";
import { GIVEN_UP, type SubmissionDocument } from "./submission.ts";

/** An operator's finding stays with the operators. */
export const LOOKED_INTO = say("said.looked-into");

const SIGN_AGAIN = say("said.sign-again");

/** Tells people what became of a payment of theirs, in the transaction that moved it there `from` another state. */
export async function tellOwner(
  context: { readonly database: Database; readonly clock: Clock },
  session: ClientSession,
  from: SubmissionState,
  {
    id,
    userId,
    kind: wish,
    state,
    steps,
    reason,
    rebuilds,
  }: Pick<SubmissionDocument, "id" | "userId" | "kind" | "state" | "steps" | "reason" | "rebuilds">,
): Promise<void> {
  const kind = reason === GIVEN_UP ? null : kindFor(wish, from, state);
  if (kind === null) return;
  const paid = steps.find(isPayment);
  await notify(context, session, {
    userId,
    kind,
    // Built again, it is another one to sign.
    cause: state === "awaiting-signature" ? `${id} ${rebuilds}` : String(id),
    // The payment in a trade is the operator's fee.
    ...(wish === "send" &&
      paid && {
        assetCode: "assetCode" in paid ? paid.assetCode : "XLM",
        issuer: "issuer" in paid ? paid.issuer : "",
        amount: formatAmount(BigInt(paid.amount)),
        party: paid.to,
      }),
    ...(state === "failed" && { detail: from === "ambiguous" ? LOOKED_INTO : reason }),
    ...(state === "awaiting-signature" && from === "expired" && { detail: SIGN_AGAIN }),
  });
}

function kindFor(
  wish: SubmissionDocument["kind"],
  from: SubmissionState,
  to: SubmissionState,
): NotificationKind | null {
  if (wish === "send") return kindOf(from, to);
  if (wish === "stake") return to === "failed" ? "stake-failed" : tradeKindOf(to);
  return wish === "trade" || wish === "swap" || wish === "pool" ? tradeKindOf(to) : null;
}

/** That a trade came about is told by what became of it. */
function tradeKindOf(to: SubmissionState): NotificationKind | null {
  switch (to) {
    case "failed":
      return "trade-failed";
    case "ambiguous":
      return "trade-unclear";
    case "awaiting-signature":
      return "trade-signature-wanted";
    default:
      return null;
  }
}

function kindOf(from: SubmissionState, to: SubmissionState): NotificationKind | null {
  switch (to) {
    case "confirmed":
      return "payment-confirmed";
    case "failed":
      return from === "held" ? "payment-refused" : "payment-failed";
    case "ambiguous":
      return "payment-unclear";
    case "awaiting-signature":
      return "signature-wanted";
    case "created":
      return from === "held" ? "payment-approved" : null;
    default:
      return null;
  }
}

type Payment = Extract<Step, { readonly type: "payment" | "create_account" | "create_claimable_balance" }>;

function isPayment(step: Step): step is Payment {
  return step.type === "payment" || step.type === "create_account" || step.type === "create_claimable_balance";
}
