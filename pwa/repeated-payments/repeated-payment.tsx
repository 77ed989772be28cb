import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { Facts, List } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { inSentence } from "#pwa/ui/foreign-text.ts";
import type { StandingRun } from "#schemas/standing-orders.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import {
  isLive,
  paidWords,
  type PaymentRow,
  planWords,
  REPEAT_STATES,
  REPEAT_TONES,
  repeatTitle,
  RUN_TONES,
  RUN_WORDS,
} from "./repeat-words.ts";
import { useEnding } from "./use-ending.ts";

interface RepeatedPaymentProps {
  /** Kept up to date. */
  readonly row: PaymentRow;
  readonly name: string | null;
  readonly isOnline: boolean;
  readonly onClose: () => void;
}

/** Everything about one repeated payment, what became of each, and the ways to stop the next or all of them. */
export function RepeatedPayment({ row, name, isOnline, onClose }: RepeatedPaymentProps) {
  const [asked, setAsked] = useState<"cancel" | "skip" | null>(null);
  const { isBusy, notice, cancel, skip } = useEnding(row);
  const live = isLive(row);
  const next = live ? row.nextAt : null;
  const act = async () => {
    await (asked === "cancel" ? cancel() : skip(next ?? ""));
    setAsked(null);
  };
  return (
    <Sheet
      onClose={onClose}
      mayClose={!isBusy}
      title={repeatTitle(row.terms, inSentence(name))}
      footer={
        asked === null ? (
          <>
            {live ? (
              <Button variant="danger" disabled={!isOnline} onClick={() => setAsked("cancel")}>
                <Trans>Cancel all of them</Trans>
              </Button>
            ) : null}
            <Button variant="secondary" onClick={onClose}>
              <Trans context="button">Close</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" disabled={isBusy} onClick={() => setAsked(null)}>
              {asked === "cancel" ? t`Keep it` : t`Pay it`}
            </Button>
            <Button variant="danger" loading={isBusy} disabled={!isOnline || !live} onClick={() => void act()}>
              {asked === "cancel" ? t`Confirm and cancel` : t`Leave this one out`}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {notice === null ? null : <Notice tone={notice.tone}>{notice.text}</Notice>}
        {asked === null ? null : <Question asked={asked} next={next} />}
        {isOnline || !live ? null : (
          <Notice tone="warn">
            <Trans>You are offline. This is as last seen, and cancelling needs a connection.</Trans>
          </Notice>
        )}
        <Facts facts={factsOf(row, name)} />
        {next === null || asked !== null ? null : (
          <Button variant="secondary" size="sm" disabled={!isOnline} onClick={() => setAsked("skip")}>
            <Trans>Leave out the next one</Trans>
          </Button>
        )}
        <Runs runs={row.runs} />
      </div>
    </Sheet>
  );
}

function Question({ asked, next }: { readonly asked: "cancel" | "skip"; readonly next: string | null }) {
  if (asked === "cancel")
    return (
      <Notice tone="warn" title={t`Cancel all that are to come?`}>
        <Trans>Nothing more is paid by it. What was paid stays paid, and one that is signed already goes on.</Trans>
      </Notice>
    );
  return (
    <Notice tone="warn" title={t`Leave out the next one?`}>
      {next === null
        ? t`The others come as planned.`
        : t`The one of ${{ day: formatDate(Date.parse(next)) }} is not paid, now or later. The others come as planned.`}
    </Notice>
  );
}

function factsOf({ terms, state, nextAt, placedAt, agreed, ...counts }: PaymentRow, name: string | null) {
  const [, issuer] = terms.asset.split("-");
  const isOn = isLive({ state });
  return [
    { name: t`State`, value: <Badge tone={REPEAT_TONES[state]}>{REPEAT_STATES[state]}</Badge> },
    {
      name: t({ message: "To", context: "who is paid" }),
      value: <Address address={terms.to} name={name ?? (terms.named || undefined)} />,
    },
    { name: t`Each time`, value: <Amount value={terms.amount} assetCode={codeOf(terms.asset)} /> },
    ...(issuer === undefined ? [] : [{ name: t`Issued by`, value: <Address address={issuer} /> }]),
    ...(terms.memo === "" ? [] : [{ name: t`Memo`, value: <bdi data-private="">{terms.memo}</bdi> }]),
    { name: t`Plan`, value: planWords(terms) },
    { name: t`So far`, value: paidWords({ terms, ...counts }) },
    ...(isOn && nextAt !== null ? [{ name: t({ message: "Next", context: "payment" }), value: dateOf(nextAt) }] : []),
    { name: t({ message: "Set up", context: "when it was set up" }), value: dateOf(placedAt) },
    { name: t`Network fee of each, at most`, value: <Fee amount={agreed.networkFee} assetCode="XLM" /> },
    ...agreed.operatorFees.map(({ amount, assetCode }) => ({
      name: t`Fee to Astrolabe of each, at most`,
      value: <Fee amount={amount} assetCode={assetCode} />,
    })),
  ];
}

function Fee({ amount, assetCode }: { readonly amount: string; readonly assetCode: string }) {
  return <Amount value={formatAmountShort(parseAmount(amount))} assetCode={assetCode} />;
}

function Runs({ runs }: { readonly runs: readonly StandingRun[] }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">
        <Trans>What happened</Trans>
      </h3>
      {runs.length === 0 ? (
        <p className="py-2 text-sm text-ink-3">
          <Trans>Nothing yet.</Trans>
        </p>
      ) : (
        <List aria-label={t`What happened`}>
          {runs.toReversed().map(({ number, outcome, reason, at }) => (
            <li key={number} className="flex flex-col gap-1 py-2.5 text-sm">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  <span className="numeric text-ink-3">{number}.</span>{" "}
                  <Badge tone={RUN_TONES[outcome]}>{RUN_WORDS[outcome]}</Badge>
                </span>
                <span className="text-xs text-ink-3">{dateOf(at)}</span>
              </p>
              {reason === "" ? null : <p className="text-ink-2">{saidWords(reason)}</p>}
            </li>
          ))}
        </List>
      )}
    </section>
  );
}

function dateOf(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}
