import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { pairWords, referenceWords } from "#pwa/parts/market-making/pool-words.ts";
import { call } from "#pwa/platform/api/call.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount, formatDate, formatPercent } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { MARKET_DESK_ENDPOINTS } from "#schemas/endpoints/market-desk.ts";
import { type DeskPool, PoolBadge, stopNames } from "./pool-badge.tsx";

/** All that operators see of a pool, and stopping it or letting it go. */
export function OpenPool({ pool }: { readonly pool: DeskPool }) {
  const { userId, terms, stop, reason, baseBalance, quoteBalance, xlmAside, worth, profitLoss, result } = pool;
  const { offerCount, tradeCount, openedAt, startedAt, changedAt } = pool;
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  const money = (name: string, amount: string, assetCode: string) => ({
    name,
    value: <Amount value={amount} assetCode={assetCode} />,
  });
  const gain = (name: string, amount: string) => ({ name, value: <Gain amount={amount} assetCode={quote} /> });
  const when = (name: string, at: string | null) =>
    at === null ? [] : [{ name, value: formatDate(Date.parse(at), { withTime: true }) }];
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Facts
        facts={[
          { name: t({ message: "State", context: "how something stands" }), value: <PoolBadge pool={pool} /> },
          ...(stop === null
            ? []
            : [{ name: t({ message: "Stopped by", context: "a market-making pool" }), value: stopNames(stop) }]),
          { name: t`Owner`, value: <PersonLink id={userId} /> },
          { name: t`Pair`, value: <bdi dir="ltr">{pairWords(terms)}</bdi> },
          { name: t`Stands around`, value: referenceWords(terms.reference, terms) },
          { name: t`Margin of the price`, value: formatPercent(terms.priceMargin) },
          { name: t`Trading wallets`, value: formatCount(terms.walletCount) },
          { name: t`Offers in the book`, value: formatCount(offerCount) },
          { name: t({ message: "Fills", context: "how many trades a pool made" }), value: formatCount(tradeCount) },
          money(base, baseBalance, base),
          money(quote, quoteBalance, quote),
          money(t`Reserves and fees`, xlmAside, "XLM"),
          money(t({ message: "Worth", context: "of a market-making pool" }), worth, quote),
          gain(t`Beside holding`, profitLoss),
          gain(t`Of that, spread`, result.spread),
          gain(t`Of that, inventory`, result.inventory),
          money(t`Network fees`, result.networkFees, "XLM"),
          ...when(t({ message: "Opened", context: "when a market-making pool was" }), openedAt),
          ...when(t({ message: "Started", context: "when a market-making pool was" }), startedAt),
          ...when(t({ message: "Changed", context: "when a market-making pool was" }), changedAt),
        ]}
      />
      {reason === "" ? null : <AsTyped>{saidWords(reason)}</AsTyped>}
      <Acts pool={pool} />
    </div>
  );
}

type Act = "stop" | "release";

function Acts({ pool: { id, status, stop, terms } }: { readonly pool: DeskPool }) {
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);
  const isHeld = stop === "operator";
  const mayBeStopped = !isHeld && (status === "active" || status === "stopped" || status === "stopping");
  if (!may(MARKET_DESK_ENDPOINTS.stopMarketPool) || (!isHeld && !mayBeStopped)) return null;
  return (
    <>
      {isHeld ? (
        <Button variant="secondary" className="self-start" onClick={() => setAct("release")}>
          <Trans>Let it go</Trans>
        </Button>
      ) : (
        <Button variant="danger" className="self-start" onClick={() => setAct("stop")}>
          <Trans>Stop this pool</Trans>
        </Button>
      )}
      {act === "stop" ? (
        <ReasonSheet
          title={t`Stop pool ${id}?`}
          description={t`Its offers are taken out of the book. Its owner can drain it, and starts it only once it is let go.`}
          submit={t`Stop this pool`}
          tone="danger"
          carryOut={(body) => call(MARKET_DESK_ENDPOINTS.stopMarketPool, { params: { id }, body })}
          done={t`Pool ${id} is stopped`}
          onClose={() => setAct(null)}
        >
          <p>{pairWords(terms)}</p>
        </ReasonSheet>
      ) : null}
      {act === "release" ? (
        <ReasonSheet
          title={t`Let pool ${id} go?`}
          description={t`It stays stopped until its owner starts it.`}
          submit={t`Let it go`}
          carryOut={(body) => call(MARKET_DESK_ENDPOINTS.releaseMarketPool, { params: { id }, body })}
          done={t`Pool ${id} is let go`}
          onClose={() => setAct(null)}
        >
          <p>{pairWords(terms)}</p>
        </ReasonSheet>
      ) : null}
    </>
  );
}
