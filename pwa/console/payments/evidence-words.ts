import { t } from "@lingui/core/macro";
import { formatCount } from "#pwa/ui/format.ts";
import type { PaymentEvidenceOutput } from "#schemas/payment-evidence.ts";

type Answer = PaymentEvidenceOutput["hashes"][number]["answer"];

/** What our nodes say of a hash. */
export function answerWords(answer: Answer): string {
  if (answer.kind === "unreachable") return t`No node answers`;
  if (answer.kind === "found") {
    const ledger = formatCount(answer.ledger);
    return answer.isSuccessful ? t`Ledger ${ledger} holds it: carried out` : t`Ledger ${ledger} holds it: failed`;
  }
  const [oldest, latest] = [formatCount(answer.oldestLedger), formatCount(answer.latestLedger)];
  return t`In none of the ledgers ${oldest} to ${latest}`;
}

/** What follows from it, as far as anything does. */
export function conclusionWords({ hashes: all, bounds, present }: PaymentEvidenceOutput, nowMs: number): string {
  // That one missed says nothing of what was made of it since.
  const hashes = all.filter(({ isMissed }) => isMissed !== true);
  const found = hashes.map(({ answer }) => answer).find(({ kind }) => kind === "found");
  if (found?.kind === "found") {
    const ledger = formatCount(found.ledger);
    return found.isSuccessful
      ? t`Our own node shows it: it was carried out in ledger ${ledger}.`
      : t`Our own node shows it: it failed in ledger ${ledger}, and nothing was paid.`;
  }
  if (bounds === null) return t`Nothing was ever signed for it: nothing can have been paid.`;
  if (hashes.some(({ answer }) => answer.kind === "unreachable") || present === null)
    return t`No node answered all that was asked. Look again later.`;
  if (!isUsed(bounds.sequence, present.sequence))
    return isOver(bounds, present.ledger, nowMs)
      ? t`Its number was never used and its time has passed: it can no longer be carried out.`
      : t`Its number was not used yet and its time has not passed: it can still be carried out. Wait.`;
  const isRemembered = hashes.every(
    ({ answer }) => answer.kind === "missing" && answer.oldestLedger <= bounds.signedAtLedger,
  );
  return isRemembered
    ? t`Its number was used by another transaction, and no ledger since it was signed holds it: it was not carried out.`
    : t`Its number was used, and our nodes do not remember the ledgers since it was signed: only another record of the ledger can tell by whom.`;
}

function isUsed(sequence: string, present: string | null): boolean {
  return present !== null && BigInt(present) >= BigInt(sequence);
}

function isOver({ maxLedger, maxTime }: NonNullable<PaymentEvidenceOutput["bounds"]>, ledger: number, nowMs: number) {
  return ledger > maxLedger || Date.parse(maxTime) < nowMs - CLOCKS_APART_MS;
}

/** What a ledger's clock and this device's may differ by. */
const CLOCKS_APART_MS = 5 * 60_000;
