import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAsk, useAskAgain } from "#pwa/console/desk/ask.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import { formatAmountText } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import { ApproveDepositInput, type DepositForOperators } from "#schemas/deposits.ts";
import { DEPOSIT_QUEUE_ENDPOINTS } from "#schemas/endpoints/deposit-queue.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { creditAt } from "./credit-at.ts";

const FIELDS = ["xlmRate", "reason"];

interface SheetProps {
  readonly deposit: DepositForOperators;
  readonly onClose: () => void;
}

/** One operator's yes, which locks the rate: what is credited is said before. */
export function ApproveSheet({ deposit, onClose }: SheetProps) {
  const { id, amount } = deposit;
  const settings = useAsk(DEPOSIT_QUEUE_ENDPOINTS.depositSettings, {});
  const current = settings.value?.settings?.xlmRate ?? null;
  const [rate, setRate] = useState<"current" | "other">("current");
  const [xlmRate, setXlmRate] = useState("");
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const credit = creditAt(amount, rate === "current" ? current : xlmRate);

  function approve() {
    const read = readForm(ApproveDepositInput, rate === "current" ? { rate, reason } : { rate, xlmRate, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      if (rate === "current") {
        // What is approved is what was shown: the rate may have been set anew since.
        const now = await call(DEPOSIT_QUEUE_ENDPOINTS.depositSettings, {});
        if (now.settings?.xlmRate !== current) {
          settings.again();
          return action.refuse(
            {},
            t`The rate was set anew just now. Look at what would be credited, and approve again.`,
          );
        }
      }
      tellOutcome(
        await call(DEPOSIT_QUEUE_ENDPOINTS.approveDeposit, { params: { id }, body: read.value }),
        t`Deposit ${id} is approved`,
      );
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Approve deposit ${id}?`}
      description={t`Do this once you saw the payment arrive. The rate is locked by it, and the XLM are paid from the treasury.`}
      action={action}
      submit={deposit.needsSecond ? t`Propose to approve` : t`Approve`}
      isReady={credit !== null}
      onSubmit={approve}
      onClose={onClose}
    >
      {deposit.needsSecond ? (
        <Notice tone="info">{t`Two operators have to agree to this one: you propose it, and another one approves.`}</Notice>
      ) : null}
      {deposit.duplicates.length > 0 ? (
        <Notice tone="error">{t`Its transaction id was declared before. Be sure that this is the one who paid.`}</Notice>
      ) : null}
      <Segments
        label={t`Rate`}
        isWide
        items={[
          { value: "current", label: t`The rate of now` },
          { value: "other", label: t`Another rate` },
        ]}
        value={rate}
        onValueChange={setRate}
      />
      {rate === "other" ? (
        <DecimalField
          label={t`XLM for a USD`}
          name="xlmRate"
          value={xlmRate}
          error={action.issues["xlmRate"]}
          onType={(text) => setXlmRate(text.trim())}
        />
      ) : null}
      <ReasonField
        {...(rate === "other" && { hint: t`Why it is not the rate of now. Operators read it.` })}
        most={300}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
      {settings.value === null && settings.error === null ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <Outcome deposit={deposit} rate={rate === "current" ? current : xlmRate} credit={credit} />
      )}
      {settings.value !== null && current === null ? (
        <Notice tone="error">{t`Deposits are switched off: there is no rate. Say first how they are taken.`}</Notice>
      ) : null}
    </ActSheet>
  );
}

interface OutcomeProps {
  readonly deposit: DepositForOperators;
  readonly rate: string | null;
  readonly credit: string | null;
}

/** What it comes to. */
function Outcome({ deposit: { amount, userId, cashAppUsername }, rate, credit }: OutcomeProps) {
  const perDollar = rate === null || credit === null ? null : formatAmountText(rate);
  return (
    <Facts
      facts={[
        {
          name: t({ message: "Paid", context: "the amount that was paid" }),
          value: <span className="numeric">{formatUsd(parseAmount(amount))}</span>,
        },
        {
          name: t({ message: "From", context: "who pays" }),
          value: <bdi className="break-all">{cashAppUsername}</bdi>,
        },
        {
          name: t`Rate`,
          value: <span className="numeric">{perDollar === null ? "–" : t`1 USD = ${perDollar} XLM`}</span>,
        },
        {
          name: t`User ${userId} gets`,
          value: credit === null ? "–" : <Amount value={credit} assetCode="XLM" />,
        },
      ]}
    />
  );
}
