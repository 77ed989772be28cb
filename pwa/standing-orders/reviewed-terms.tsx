import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { legsOf, isByPrice, type Leg } from "#schemas/standing-legs.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { NamedAmount } from "#pwa/parts/trading/named-amount.tsx";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { formatAmountText, formatDate, formatList } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { StandingCheckOutput, StandingTerms } from "#schemas/standing-orders.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { RunCosts } from "./run-costs.tsx";
import { percentWords } from "./standing-words.ts";
import { preventions, thenWords, meanwhileWords, addedWords } from "./then-words.ts";
import { startWords } from "./start-words.ts";

interface ReviewedTermsProps {
  readonly terms: StandingTerms;
  readonly check: StandingCheckOutput;
}

/** All that a person agrees to with a standing order. */
export function ReviewedTerms({ terms, check }: ReviewedTermsProps) {
  return (
    <>
      {check.refusals.length > 0
        ? null
        : check.warnings.map((warning) => (
            <Notice key={warning.code} tone="warn" title={t`It can be placed, but could not be carried out now`}>
              {refusalWords(warning)}
            </Notice>
          ))}
      <Facts facts={dealFacts(terms, check)} />
      <Part title={t`What triggers it`}>{startWords(terms, check)}</Part>
      <Part title={t`What then happens`}>{thenWords(terms)}</Part>
      <Part title={t`Until then`}>
        {meanwhileWords(terms, check.runs, terms.expiresAt === null ? null : dateOf(terms.expiresAt))}
      </Part>
      <Part title={t`What can prevent it`}>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {preventions(terms).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="mt-1">
          {isByPrice(terms)
            ? t`What cannot be carried out for good ends the order. What is only for the moment is tried again while the price is there. You are told either way.`
            : t`That one is missed then, you are told, and the next one comes as planned.`}
        </p>
      </Part>
      <AddedLater check={check} />
      <RunCosts terms={terms} check={check} />
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <div className="mt-0.5 text-sm text-ink-2">{children}</div>
    </section>
  );
}

function dealFacts(terms: StandingTerms, { offer, estimate, runs }: StandingCheckOutput) {
  const { base, quote } = terms;
  if (terms.kind === "recurring")
    return [
      {
        name: t`You spend each time`,
        value: <NamedAmount amount={formatAmount(parseAmount(terms.spend))} asset={quote} />,
      },
      ...(estimate === null
        ? []
        : [{ name: t`Which would buy now, about`, value: <NamedAmount amount={estimate} asset={base} /> }]),
      {
        name: t`You spend in all`,
        value:
          runs === null ? (
            t`Until it ends`
          ) : (
            <NamedAmount amount={formatAmount(parseAmount(terms.spend) * BigInt(runs))} asset={quote} />
          ),
      },
      {
        name: t`Highest price`,
        value: terms.highestPrice === null ? t({ message: "Any", context: "price" }) : <Bound terms={terms} />,
      },
    ];
  const isBuying = terms.side === "buy";
  const verb = isBuying ? t`You buy` : t`You sell`;
  const whole = { name: verb, value: <NamedAmount amount={formatAmount(parseAmount(terms.amount))} asset={base} /> };
  if (offer === null) return [whole];
  if (terms.kind === "trailing-stop")
    return [
      whole,
      {
        name: isBuying ? t`Trails the lowest offer by` : t`Trails the highest bid by`,
        value: percentWords(terms.trail),
      },
      {
        name: isBuying ? t`Limit above its trigger` : t`Limit below its trigger`,
        value: percentWords(terms.limitOffset),
      },
      total(isBuying, offer.total, quote),
    ];
  if (terms.kind === "oco")
    return [
      whole,
      ...legsOf(terms, null).map((leg) => ({
        name: legName(leg.kind, isBuying),
        value: <Bound terms={leg} />,
      })),
      total(isBuying, offer.total, quote),
    ];
  if (terms.kind !== "twap")
    return [
      { name: verb, value: <NamedAmount amount={offer.amount} asset={base} /> },
      { name: isBuying ? t`Limit price, at most` : t`Limit price, at least`, value: <Bound terms={terms} /> },
      total(isBuying, offer.total, quote),
    ];
  return [
    {
      name: isBuying ? t`You buy in all` : t`You sell in all`,
      value: <NamedAmount amount={formatAmount(parseAmount(terms.amount))} asset={base} />,
    },
    {
      name: plural({ parts: terms.slices }, { one: "In # part of, at most", other: "In # parts of, at most" }),
      value: <NamedAmount amount={offer.amount} asset={base} />,
    },
    { name: isBuying ? t`Average price, at most` : t`Average price, at least`, value: <Bound terms={terms} /> },
    ...(isBuying
      ? [
          {
            name: t`You pay in all, at most`,
            value: <NamedAmount amount={formatAmount(parseAmount(offer.total) * BigInt(terms.slices))} asset={quote} />,
          },
        ]
      : []),
  ];
}

function total(isBuying: boolean, amount: string, quote: string) {
  return {
    name: isBuying ? t`You pay, at most` : t`You get, at least`,
    value: <NamedAmount amount={amount} asset={quote} />,
  };
}

function Bound({ terms }: { readonly terms: Exclude<StandingTerms, { readonly kind: "trailing-stop" }> }) {
  const price = terms.kind === "recurring" ? terms.highestPrice : terms.price;
  if (price === null) return null;
  return (
    <span className="numeric">
      <Trans>
        {{ price: formatAmountText(price) }} {{ quote: codeOf(terms.quote) }} for one {{ base: codeOf(terms.base) }}
      </Trans>
    </span>
  );
}

function legName(kind: Leg["kind"], isBuying: boolean): string {
  if (kind === "stop-limit") return isBuying ? t`Stop limit, at most` : t`Stop limit, at least`;
  return isBuying ? t`Take-profit limit, at most` : t`Take-profit limit, at least`;
}

function dateOf(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}

function AddedLater({ check: { adds } }: { readonly check: StandingCheckOutput }) {
  if (adds.length === 0) return null;
  const { title, text } = addedWords(formatList(adds.map(({ assetCode }) => assetCode)), adds.length);
  return <Notice title={title}>{text}</Notice>;
}
