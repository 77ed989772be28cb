import type { ReactNode } from "react";
import { isByPrice, legsOf, type PriceTerms } from "#schemas/standing-legs.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { NamedAmount } from "#pwa/parts/trading/named-amount.tsx";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { StandingCheckOutput, StandingTerms } from "#schemas/standing-orders.ts";
import { formatAmount, parseAmount } from "#schemas/values/money.ts";
import { RunCosts } from "./run-costs.tsx";
import {
  eitherWords,
  intervalWords,
  percentWords,
  preventions,
  sideOf,
  spanWords,
  thenWords,
  triggerWords,
  turnWords,
} from "./standing-words.ts";

interface ReviewedTermsProps {
  readonly terms: StandingTerms;
  readonly check: StandingCheckOutput;
}

/** All that a person agrees to with a standing order. */
export function ReviewedTerms({ terms, check }: ReviewedTermsProps) {
  const given = codeOf(sideOf(terms) === "buy" ? terms.quote : terms.base);
  const isOnce = check.runs === 1;
  return (
    <>
      {check.refusals.length > 0
        ? null
        : check.warnings.map(({ code, message }) => (
            <Notice key={code} tone="warn" title="It can be placed, but could not be carried out now">
              {message}
            </Notice>
          ))}
      <Facts facts={dealFacts(terms, check)} />
      <Part title="What triggers it">{startWords(terms, check)}</Part>
      <Part title="What then happens">{thenWords(terms)}</Part>
      <Part title="Until then">
        Nothing is kept back: your {given} stay{given.endsWith("s") ? "" : "s"} yours to spend, and has to be there when
        the time comes.{endWords(terms)} You can cancel it at any time before{isOnce ? "" : " each run"}; what is signed
        already goes on.
      </Part>
      <Part title="What can prevent it">
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {preventions(terms).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p className="mt-1">
          {isByPrice(terms)
            ? "What cannot be carried out for good ends the order. What is only for the moment is tried again while the price is there. You are told either way."
            : "That one is missed then, you are told, and the next one comes as planned."}
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
        name: "You spend each time",
        value: <NamedAmount amount={formatAmount(parseAmount(terms.spend))} asset={quote} />,
      },
      ...(estimate === null
        ? []
        : [{ name: "Which would buy now, about", value: <NamedAmount amount={estimate} asset={base} /> }]),
      {
        name: "You spend in all",
        value:
          runs === null ? (
            "Until it ends"
          ) : (
            <NamedAmount amount={formatAmount(parseAmount(terms.spend) * BigInt(runs))} asset={quote} />
          ),
      },
      { name: "Highest price", value: terms.highestPrice === null ? "Any" : <Bound terms={terms} /> },
    ];
  const isBuying = terms.side === "buy";
  const verb = isBuying ? "You buy" : "You sell";
  const whole = { name: verb, value: <NamedAmount amount={formatAmount(parseAmount(terms.amount))} asset={base} /> };
  if (offer === null) return [whole];
  if (terms.kind === "trailing-stop")
    return [
      whole,
      { name: isBuying ? "Trails the lowest offer by" : "Trails the highest bid by", value: percentWords(terms.trail) },
      {
        name: isBuying ? "Limit above its trigger" : "Limit below its trigger",
        value: percentWords(terms.limitOffset),
      },
      total(isBuying, offer.total, quote),
    ];
  if (terms.kind === "oco")
    return [
      whole,
      ...legsOf(terms, null).map((leg) => ({
        name: `${leg.kind === "stop-limit" ? "Stop" : "Take-profit"} limit, ${isBuying ? "at most" : "at least"}`,
        value: <Bound terms={leg} />,
      })),
      total(isBuying, offer.total, quote),
    ];
  if (terms.kind !== "twap")
    return [
      { name: verb, value: <NamedAmount amount={offer.amount} asset={base} /> },
      { name: isBuying ? "Limit price, at most" : "Limit price, at least", value: <Bound terms={terms} /> },
      total(isBuying, offer.total, quote),
    ];
  return [
    { name: `${verb} in all`, value: <NamedAmount amount={formatAmount(parseAmount(terms.amount))} asset={base} /> },
    { name: `In ${terms.slices} parts of, at most`, value: <NamedAmount amount={offer.amount} asset={base} /> },
    { name: isBuying ? "Average price, at most" : "Average price, at least", value: <Bound terms={terms} /> },
    ...(isBuying
      ? [
          {
            name: "You pay in all, at most",
            value: <NamedAmount amount={formatAmount(parseAmount(offer.total) * BigInt(terms.slices))} asset={quote} />,
          },
        ]
      : []),
  ];
}

function total(isBuying: boolean, amount: string, quote: string) {
  return {
    name: isBuying ? "You pay, at most" : "You get, at least",
    value: <NamedAmount amount={amount} asset={quote} />,
  };
}

function Bound({ terms }: { readonly terms: Exclude<StandingTerms, { readonly kind: "trailing-stop" }> }) {
  const price = terms.kind === "recurring" ? terms.highestPrice : terms.price;
  if (price === null) return null;
  return (
    <span className="numeric">
      {formatAmountText(price)} {codeOf(terms.quote)} for one {codeOf(terms.base)}
    </span>
  );
}

/** When it begins, and how it goes on. */
function startWords(terms: StandingTerms, { market, firstAt, lastAt, runs }: StandingCheckOutput): string {
  switch (terms.kind) {
    case "stop-limit":
    case "take-profit":
      return `It waits until ${triggerWords(terms)}, as a ledger leaves it, in the book or the pool. ${nowWords(terms, market)}`;
    case "trailing-stop":
      return `It waits until ${turnWords(terms)}, as ledgers leave it from now on, in the book or the pool. ${nowWords(terms, market)}`;
    case "oco":
      return `It waits until ${eitherWords(terms)}, as a ledger leaves it, in the book or the pool. ${nowWords(terms, market)}`;
    case "twap":
      return `The clock. The first part is traded at once, then one ${intervalWords(terms.intervalSeconds)}; the last after ${spanWords(terms.intervalSeconds * (terms.slices - 1))}.`;
    case "recurring": {
      const first = terms.startsAt === null || firstAt === null ? "at once" : `on ${dateOf(firstAt)}`;
      const last =
        runs === 1
          ? ", and that is all"
          : `, then every ${terms.every} at that time${lastAt === null ? "" : `, the last on ${dateOf(lastAt)}`}`;
      return `The calendar. The first buy is made ${first}${last}.${terms.every === "month" ? " A month without that day takes its last one." : ""}`;
    }
  }
}

/** What it is now that a price is waited for. */
function nowWords({ side, quote }: PriceTerms, market: StandingCheckOutput["market"]): string {
  const now = side === "sell" ? market.bid : market.ask;
  return now === null
    ? `Nobody ${side === "sell" ? "bids" : "offers"} anything as of ledger ${market.ledger}.`
    : `It is ${formatAmountText(now)} ${codeOf(quote)} as of ledger ${market.ledger}.`;
}

function endWords({ expiresAt }: StandingTerms): string {
  return expiresAt === null ? "" : ` It ends by itself on ${dateOf(expiresAt)}.`;
}

function dateOf(instant: string): string {
  return formatDate(Date.parse(instant), { withTime: true });
}

function AddedLater({ check: { adds } }: { readonly check: StandingCheckOutput }) {
  if (adds.length === 0) return null;
  const codes = adds.map(({ assetCode }) => assetCode).join(" and ");
  return (
    <Notice title={`${codes} ${adds.length === 1 ? "is" : "are"} added to your account with it`}>
      You do not hold {codes} yet. The transaction that trades adds {adds.length === 1 ? "it" : "them"}, and the network
      then keeps some XLM aside for it. It stays yours.
    </Notice>
  );
}
