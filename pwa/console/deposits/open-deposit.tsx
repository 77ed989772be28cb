import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useWaitingProposal, WaitingProposal } from "#pwa/console/desk/waiting-proposal.tsx";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatAmountText, formatDate, formatList } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { DepositWithPayment } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { ApproveSheet } from "./approve-sheet.tsx";
import { CreditingSteps } from "./crediting-steps.tsx";
import { SecondBadge, StatusBadge } from "./deposit-badges.tsx";
import { whyNotYours } from "./deposit-words.ts";
import { RejectSheet } from "./reject-sheet.tsx";
import { RetrySheet } from "./retry-sheet.tsx";

/** How often it is asked what became of a payment under way; such a question keeps nobody's session from idling out. */
const FOLLOW_MS = 2000;

/** All of one deposit, whatever became of it, and what can be decided. */
export function OpenDeposit({ id }: { readonly id: number }) {
  const [isFollowed, setFollowed] = useState(true);
  const asked = useAsk(
    DEPOSIT_QUEUE_ENDPOINTS.depositForOperators,
    { params: { id } },
    { followMs: isFollowed ? FOLLOW_MS : null },
  );
  const deposit = asked.value;
  const isMoving = deposit === null || deposit.status === "approved" || deposit.status === "crediting";
  if (isMoving !== isFollowed) setFollowed(isMoving);
  return (
    <AskedState asked={asked}>
      {deposit === null ? null : (
        <div className="flex flex-col gap-4">
          <DepositFacts deposit={deposit} />
          <CreditingSteps deposit={deposit} />
          <Decisions deposit={deposit} />
        </div>
      )}
    </AskedState>
  );
}

interface DepositProps {
  readonly deposit: DepositWithPayment;
}

function DepositFacts({ deposit }: DepositProps) {
  const { amount, xlmRate, xlmCredited, cashAppUsername, cashAppTransactionId, notes, approvedBy } = deposit;
  const perDollar = xlmRate === null ? "" : formatAmountText(xlmRate);
  return (
    <>
      <Duplicates deposit={deposit} />
      <Facts
        facts={[
          {
            name: t({ message: "State", context: "how something stands" }),
            value: (
              <span className="inline-flex flex-wrap justify-end gap-1">
                <StatusBadge deposit={deposit} />
                <SecondBadge deposit={deposit} />
              </span>
            ),
          },
          {
            name: t({ message: "Paid", context: "the amount that was paid" }),
            value: <span className="numeric">{formatUsd(parseAmount(amount))}</span>,
          },
          ...(xlmCredited === null
            ? []
            : [
                {
                  name: t({ message: "Credited", context: "the amount" }),
                  value: <Amount value={xlmCredited} assetCode="XLM" />,
                },
              ]),
          ...(xlmRate === null
            ? []
            : [{ name: t`Rate, locked`, value: <span className="numeric">{t`1 USD = ${perDollar} XLM`}</span> }]),
          { name: t({ message: "User", context: "a person" }), value: <PersonLink id={deposit.userId} /> },
          { name: t`Paid by`, value: <bdi className="break-words">{deposit.methodLabel}</bdi> },
          {
            name: t({ message: "From", context: "who pays" }),
            value: <bdi className="break-all">{cashAppUsername}</bdi>,
          },
          {
            name: t`Transaction id`,
            value: (
              <span className="inline-flex max-w-full items-center gap-1">
                <span className="min-w-0 font-mono text-xs break-all">{cashAppTransactionId}</span>
                <CopyButton text={cashAppTransactionId} label={t`Copy transaction id`} />
              </span>
            ),
          },
          {
            name: t({ message: "Declared", context: "when" }),
            value: (
              <span title={formatDate(Date.parse(deposit.createdAt), { withTime: true })}>
                <TimeAgo at={deposit.createdAt} />
              </span>
            ),
          },
          ...(approvedBy.length === 0
            ? []
            : [{ name: t`Approved by`, value: formatList(approvedBy.map((by) => t`User ${by}`)) }]),
        ]}
      />
      {notes === null || notes === "" ? null : (
        <Notice title={t`Noted`}>
          <AsTyped>{notes}</AsTyped>
        </Notice>
      )}
    </>
  );
}

/** Whoever names one transaction, one of them at most paid by it. */
function Duplicates({ deposit: { duplicates } }: DepositProps) {
  if (duplicates.length === 0) return null;
  return (
    <Notice tone="error" title={t`Its transaction id was declared before`}>
      <Trans>One payment is credited once. These deposits name the same:</Trans>{" "}
      {duplicates.map((id) => (
        <Link
          key={id}
          to="/admin-panel/$tab"
          params={{ tab: "deposits" }}
          search={{ open: id }}
          resetScroll={false}
          className="me-2 font-semibold underline underline-offset-4"
        >
          {t`Deposit ${id}`}
        </Link>
      ))}
    </Notice>
  );
}

/** What can be done about it now; of what cannot, why, before somebody tries. */
function Decisions({ deposit }: DepositProps) {
  const may = useMay();
  const ownId = useOwnId();
  const [act, setAct] = useState<"approve" | "reject" | "retry" | null>(null);
  const { status } = deposit;
  const proposalId = useWaitingProposal(
    (content) =>
      (content.kind === "credit-deposit" || content.kind === "reject-deposit") && content.depositId === deposit.id,
  );
  const close = () => setAct(null);
  if (status !== "pending" && status !== "failed") return null;
  const why = whyNotYours(deposit, ownId);
  if (why !== null) return <Notice tone="warn">{why}</Notice>;
  const isProposed = proposalId !== null;
  return (
    <div className="flex flex-wrap gap-2">
      {isProposed ? <WaitingProposal id={proposalId} /> : null}
      {status === "pending" && !isProposed && may(DEPOSIT_QUEUE_ENDPOINTS.approveDeposit) ? (
        <Button onClick={() => setAct("approve")}>
          <Trans>Approve</Trans>
        </Button>
      ) : null}
      {status === "pending" && may(DEPOSIT_QUEUE_ENDPOINTS.rejectDeposit) ? (
        <Button variant="secondary" onClick={() => setAct("reject")}>
          <Trans>Reject</Trans>
        </Button>
      ) : null}
      {status === "failed" && !isProposed && may(DEPOSIT_QUEUE_ENDPOINTS.retryDeposit) ? (
        <Button onClick={() => setAct("retry")}>
          <Trans>Pay again</Trans>
        </Button>
      ) : null}
      {act === "approve" ? <ApproveSheet deposit={deposit} onClose={close} /> : null}
      {act === "reject" ? <RejectSheet deposit={deposit} onClose={close} /> : null}
      {act === "retry" ? <RetrySheet deposit={deposit} onClose={close} /> : null}
    </div>
  );
}
