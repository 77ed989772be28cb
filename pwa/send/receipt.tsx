import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { type ComponentType, useEffect, useRef } from "react";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { Hash } from "#pwa/parts/history/movement-sheet.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { TestNetworkBand } from "#pwa/parts/service/test-network.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { useMoved } from "#pwa/parts/trading/use-moved.ts";
import { formatDate } from "#pwa/ui/format.ts";
import { useUsdWorth } from "#pwa/parts/assets/use-usd-worth.ts";
import { answerWords } from "#pwa/platform/language/error-words.ts";
import type { ReviewFacts } from "./review-facts.ts";
import { isOver } from "#schemas/wallet.ts";
import { isDoneWith, type Review, type Submission } from "./send-state.ts";

/** Leads to the signature that a submission waits for. */
export type SignHere = ComponentType<{ readonly submissionId: number }>;

interface ReceiptProps {
  readonly review: Review;
  readonly submission: Submission;
  readonly facts: ReviewFacts;
  readonly isOnline: boolean;
  readonly onAgain: () => void;
  readonly SignHere: SignHere;
}

/** What becomes of a confirmed payment, live, and its receipt in the end. */
export function Receipt({ review, submission, facts, isOnline, onAgain, SignHere }: ReceiptProps) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the review sheet, which gives the focus back to a button that is gone, has closed.
    const timer = setTimeout(() => outcome.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const words = wordsOf(submission, isOnline, review.check.setAside !== null);
  return (
    <Card>
      <TestNetworkBand className="mb-3 rounded-md" />
      <div
        ref={outcome}
        tabIndex={-1}
        role="status"
        aria-live="polite"
        className="flex flex-col items-center py-4 text-center"
      >
        <StateMark submission={submission} />
        <p className="mt-4 text-lg font-semibold">{words.title}</p>
        <p className="mt-1 max-w-sm text-sm text-ink-2">{words.text}</p>
      </div>
      <ReceiptFacts {...{ review, submission, facts }} />
      <div className="mt-5 flex flex-col gap-2 sm:flex-row sm:justify-end">
        <Button asChild variant="secondary">
          <Link to="/transactions">
            <Trans>See all transactions</Trans>
          </Link>
        </Button>
        {submission.state === "confirmed" ? <SaveContact address={review.check.recipient.address} /> : null}
        {submission.state === "awaiting-signature" ? <SignHere submissionId={submission.id} /> : null}
        {isDoneWith(submission) ? (
          <Button variant={submission.state === "awaiting-signature" ? "secondary" : "primary"} onClick={onAgain}>
            <Trans>New payment</Trans>
          </Button>
        ) : null}
      </div>
    </Card>
  );
}

/** What was paid, when, and what it cost. */
function ReceiptFacts({ review, submission, facts }: Pick<ReceiptProps, "review" | "submission" | "facts">) {
  const worth = useUsdWorth()(review.payment.amountStroops, review.payment);
  const { fee } = useMoved(submission, "send");
  return (
    <Facts
      facts={[
        {
          name: t`Amount`,
          value: (
            <span className="flex flex-col items-end">
              <Amount value={facts.amount} assetCode={review.payment.assetCode} />
              {worth === null ? null : <span className="numeric text-xs font-normal text-ink-3">{worth}</span>}
            </span>
          ),
        },
        {
          name: t({ message: "To", context: "who is paid" }),
          value: <Address address={review.check.recipient.address} name={facts.name ?? undefined} withIdenticon />,
        },
        ...(review.check.memo === "" ? [] : [{ name: t`Memo`, value: <bdi>{review.check.memo}</bdi> }]),
        { name: t`When`, value: formatDate(Date.parse(submission.createdAt), { withTime: true }) },
        {
          name: fee === null && facts.networkFee !== null ? t`Network fee, at most` : t`Network fee`,
          value:
            facts.networkFee === null ? (
              t`Paid for you`
            ) : (
              <Amount value={fee ?? facts.networkFee.amount} assetCode={facts.networkFee.assetCode} />
            ),
        },
        ...(facts.operatorFee === null
          ? []
          : [
              {
                name: t`Fee to Astrolabe`,
                value: <Amount value={facts.operatorFee.amount} assetCode={facts.operatorFee.assetCode} />,
              },
            ]),
        ...(submission.ledger === null
          ? []
          : [{ name: t`Ledger`, value: <span className="numeric">{submission.ledger}</span> }]),
        ...(submission.hash === null ? [] : [{ name: t`Hash`, value: <Hash hash={submission.hash} /> }]),
      ]}
    />
  );
}

/** Leads to the form for a contact with the address, where none has it. */
function SaveContact({ address }: { readonly address: string }) {
  const { directory, isLoading } = useDirectory();
  if (isLoading || directory.contactOf(address) !== null) return null;
  return (
    <Button asChild variant="secondary">
      <Link to="/contacts" search={{ add: address }}>
        <Trans>Save contact</Trans>
      </Link>
    </Button>
  );
}

function StateMark({ submission }: { readonly submission: Submission }) {
  if (submission.state === "confirmed") return <CircleCheck aria-hidden="true" className="size-14 text-up" />;
  if (submission.state === "ambiguous") return <TriangleAlert aria-hidden="true" className="size-14 text-warn" />;
  if (isOver(submission)) return <CircleX aria-hidden="true" className="size-14 text-down" />;
  return <LoaderCircle aria-hidden="true" className="size-14 animate-spin text-accent" />;
}

function wordsOf(
  submission: Submission,
  isOnline: boolean,
  isSetAside: boolean,
): { readonly title: string; readonly text: string } {
  const { ledger } = submission;
  switch (submission.state) {
    case "held":
      return {
        title: t`Waiting for approval`,
        text: t`A payment of this size is approved by the operators first. The amount is kept aside until then.`,
      };
    case "awaiting-signature":
      return {
        title: t`Waiting for your own key`,
        text: t`Nothing leaves your wallet before the key that you hold has signed it. The amount is kept aside for a day.`,
      };
    case "created":
    case "signed":
      return {
        title: t({ message: "Accepted", context: "payment" }),
        text: isOnline
          ? t`The payment is being signed.`
          : t`You are offline. The server carries on, and the result appears once you are connected.`,
      };
    case "submitted":
      return {
        title: t({ message: "Submitted", context: "payment" }),
        text: isOnline
          ? t`Waiting for the ledger to close, a few seconds at most.`
          : t`You are offline. The server carries on, and the result appears once you are connected.`,
      };
    case "confirmed":
      return {
        title:
          ledger === null
            ? t({ message: "Confirmed", context: "payment" })
            : t({ message: `Confirmed in ledger ${ledger}`, context: "payment" }),
        text: isSetAside ? t`It waits for the recipient, who can claim it at any time.` : t`The recipient has it.`,
      };
    case "failed":
      return {
        title: t`Not sent`,
        text:
          answerWords(submission.said, submission.message) ??
          t`The network refused the payment. Your money is where it was.`,
      };
    case "expired":
      return {
        title: t`Not through in time`,
        text: t`It is made again, and sent. Please do not send it a second time; the result appears here.`,
      };
    case "ambiguous":
      return {
        title: t`Being checked`,
        text:
          answerWords(submission.said, submission.message) ??
          t`What became of this payment is not certain yet. Please do not send it again; an operator is looking at it.`,
      };
  }
}
