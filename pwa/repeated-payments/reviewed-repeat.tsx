import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ComingFee } from "#pwa/parts/confirming/coming-fee.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { ANNOUNCED_AHEAD_MS, type RepeatCheckOutput, type RepeatedPayment } from "#schemas/standing-payments.ts";
import { planWords } from "./repeat-words.ts";

interface ReviewedRepeatProps {
  readonly payment: RepeatedPayment;
  readonly name: string | null;
  readonly check: RepeatCheckOutput;
}

/** All that a person agrees to with a payment that is repeated. */
export function ReviewedRepeat({ payment, name, check }: ReviewedRepeatProps) {
  const { recipient, refusals, warnings, needsApproval } = check;
  const isFree = refusals.length === 0;
  return (
    <>
      {isFree
        ? warnings.map((warning) => (
            <Notice key={warning.code} tone="warn" title={t`It can be set up, but could not be paid now`}>
              {refusalWords(warning)}
            </Notice>
          ))
        : null}
      <div className="text-center">
        <p className="text-2xl font-semibold">
          <Amount value={payment.amount} assetCode={codeOf(payment.asset)} />
        </p>
        <p className="mt-1 text-sm text-ink-3">{planWords(payment)}</p>
      </div>
      <div className="flex items-start gap-3 rounded-md bg-surface-2 p-3">
        <Identicon address={recipient.address} />
        <div className="min-w-0">
          <p className="text-xs text-ink-3">
            <Trans context="who is paid">To</Trans>
          </p>
          {name === null ? null : (
            <p data-private="" className="font-medium">
              {name}
            </p>
          )}
          <p className="font-mono text-xs break-all">{recipient.address}</p>
        </div>
      </div>
      <Facts facts={factsOf(payment, check)} />
      <ComingFee coming={check.comingFees} />
      <p className="text-sm text-ink-2">
        {isFirstSoon(check)
          ? t`You are told a day before each one after the first, and can leave it out or cancel all of them until then.`
          : t`You are told a day before each one, and can leave it out or cancel all of them until then.`}{" "}
        <Trans>
          Nothing is kept back: where there is too little on its day, or one of your limits or your list stands against
          it, that one is left out, you are told, and it is not made up for. All of them go to this very address,
          whatever name it was found by.
        </Trans>
      </p>
      {isFree && !recipient.exists ? (
        <Notice tone="warn">
          <Trans>This account does not exist yet. It will be created with the first payment.</Trans>
        </Notice>
      ) : null}
      {isFree && needsApproval ? (
        <Notice>
          <Trans>An operator looks at each before it is sent.</Trans>
        </Notice>
      ) : null}
    </>
  );
}

/** Of a first one that is sooner than a day, this review is what tells of it. */
function isFirstSoon({ firstAt }: RepeatCheckOutput): boolean {
  return firstAt !== null && Date.parse(firstAt) - nowMs() < ANNOUNCED_AHEAD_MS;
}

function factsOf(payment: RepeatedPayment, check: RepeatCheckOutput): { name: string; value: ReactNode }[] {
  const { memo, firstAt, lastAt, runs, networkFee, operatorFee } = check;
  const [, issuer] = payment.asset.split("-");
  return [
    ...(issuer === undefined
      ? []
      : [{ name: t`Issued by`, value: <span className="font-mono text-xs break-all">{issuer}</span> }]),
    { name: t`Memo`, value: memo === "" ? t({ message: "None", context: "memo" }) : <bdi data-private="">{memo}</bdi> },
    ...(firstAt === null
      ? []
      : [
          {
            name: t({ message: "First", context: "payment" }),
            value: payment.startsAt === null ? t`At once` : formatDate(Date.parse(firstAt)),
          },
        ]),
    {
      name: t({ message: "Last", context: "payment" }),
      value:
        lastAt === null
          ? t({ message: "None, until you cancel it", context: "last payment" })
          : formatDate(Date.parse(lastAt)),
    },
    ...(runs === null ? [] : [{ name: t`Payments`, value: String(runs) }]),
    { name: t`Network fee of each, at most`, value: <Fee amount={networkFee} assetCode="XLM" /> },
    ...(operatorFee === null ? [] : [{ name: t`Fee to Astrolabe of each`, value: <Fee {...operatorFee} /> }]),
  ];
}

function Fee({ amount, assetCode }: { readonly amount: string; readonly assetCode: string }) {
  return <Amount value={formatAmountShort(parseAmount(amount))} assetCode={assetCode} />;
}
