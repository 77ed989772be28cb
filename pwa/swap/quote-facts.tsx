import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ArrowRight, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Amount } from "#pwa/ui/amount.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import type { QuoteOutput } from "#schemas/market-data.ts";
import type { SwapTerms } from "#schemas/trading.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { impactOf, ratesOf } from "./swap-terms.ts";

interface QuoteFactsProps {
  readonly quote: QuoteOutput;
  readonly terms: SwapTerms;
}

/** What a swap comes to: its price both ways, its bound, its way, and how much it moves the market. */
export function QuoteFacts({ quote, terms }: QuoteFactsProps) {
  const impact = impactOf(quote);
  const isSend = terms.direction === "send";
  return (
    <Facts
      facts={[
        { name: t`Rate`, value: <Rate quote={quote} send={codeOf(terms.send)} receive={codeOf(terms.receive)} /> },
        isSend
          ? {
              name: t`Minimum received`,
              value: <Amount value={terms.receiveAmount} assetCode={codeOf(terms.receive)} />,
            }
          : { name: t`Maximum sent`, value: <Amount value={terms.sendAmount} assetCode={codeOf(terms.send)} /> },
        {
          name: t`Price impact`,
          value: (
            <span
              className={classNames(
                "numeric inline-flex items-center gap-1",
                impact.level === "high" ? "text-down" : impact.level === "noticeable" ? "text-warn" : "",
              )}
            >
              {impact.level === "small" ? null : <TriangleAlert aria-hidden="true" className="size-4" />}
              {impact.text}
            </span>
          ),
        },
        { name: t`Route`, value: <Route hops={quote.hops} /> },
      ]}
    />
  );
}

interface RateProps {
  readonly quote: Pick<QuoteOutput, "sendAmount" | "receiveAmount">;
  readonly send: string;
  readonly receive: string;
}

/** The price one way; pressing it shows the other. */
export function Rate({ quote, send, receive }: RateProps) {
  const [isBackward, setBackward] = useState(false);
  const { forward, backward } = ratesOf(quote);
  const [one, each, other] = isBackward ? [receive, backward, send] : [send, forward, receive];
  return (
    <button
      type="button"
      onClick={() => setBackward(!isBackward)}
      title={t`Show the rate the other way round`}
      className="numeric min-h-6 rounded-sm text-end underline decoration-line-strong decoration-dotted underline-offset-4"
    >
      {each === null ? t`1 ${one} = more than can be written ${other}` : `1 ${one} = ${each} ${other}`}
      <span className="sr-only">
        <Trans>. Show the rate the other way round</Trans>
      </span>
    </button>
  );
}

/** The assets that are passed, and what exchanges each for the next. */
function Route({ hops }: Pick<QuoteOutput, "hops">) {
  const [first] = hops;
  if (first === undefined) return null;
  return (
    <ol className="flex flex-wrap items-center justify-end gap-x-1.5 gap-y-1">
      <li>
        <RouteAsset asset={first.from} />
      </li>
      {hops.map(({ to, via }) => (
        <li key={`${to.assetCode}-${to.issuer}`} className="flex items-center gap-1.5">
          <span className="inline-flex items-center gap-1 text-xs font-normal text-ink-3">
            <ArrowRight aria-hidden="true" className="size-3.5" />
            {via === "pool"
              ? t({ message: "pool", context: "passed by a swap" })
              : t({ message: "order book", context: "passed by a swap" })}
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </span>
          <RouteAsset asset={to} />
        </li>
      ))}
    </ol>
  );
}

function RouteAsset({
  asset: { assetCode, issuer },
}: {
  readonly asset: QuoteOutput["hops"][number]["to"];
}): ReactNode {
  return (
    <span title={issuer === "" ? t`The network's own` : t`Issued by ${{ issuer: shortenAddress(issuer) }}`}>
      {assetCode}
    </span>
  );
}
