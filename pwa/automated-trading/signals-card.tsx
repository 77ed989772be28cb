import { SaveAsCsv } from "#pwa/parts/files/save-as-csv.tsx";
import { ShowMore } from "#pwa/parts/forms/show-more.tsx";
import { priceWords } from "#pwa/parts/trading/figure-words.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { saidWords } from "#pwa/platform/language/said-words.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatPercent, shortenAddress } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import type { AutomationTerms } from "#schemas/automated-trading.ts";
import { Gain } from "#pwa/parts/charts/gain.tsx";
import { SideMark } from "#pwa/parts/trading/side-mark.tsx";
import { signalsCsv } from "./signal-file.ts";
import { orderOf, resultTone, resultWords } from "./signal-words.ts";
import type { Automation, Signal } from "./use-automations.ts";

const SHOWN = 30;
const NEWEST = { sort: [{ candleAt: "desc" as const }] };

/** What an automation said, the newest first: why, and what became of it; all of it as a file. */
export function SignalsCard({ automation: { id, terms } }: { readonly automation: Automation }) {
  const [most, setMost] = useState(SHOWN);
  const where = { automatedTradingId: id };
  const { rows } = useRows("trading_signals", { where, ...NEWEST, limit: most });
  const database = useUserDatabase();
  async function save() {
    if (database === null) return;
    const all = await readRows(database, "trading_signals", { where, ...NEWEST });
    saveFile(`signals-${id}.csv`, "text/csv", signalsCsv(all));
  }
  return (
    <Card aria-labelledby="signals">
      <CardHeader
        id="signals"
        title={t({ message: "Signals", context: "of an automation" })}
        action={rows.length === 0 ? null : <SaveAsCsv onSave={() => void save()} />}
      />
      {rows.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>None yet. It looks whenever a candle closes, and says something seldom.</Trans>
        </p>
      ) : (
        <List aria-label={t({ message: "Signals", context: "of an automation" })}>
          {rows.map((signal) => (
            <SignalLine key={signal.uid} signal={signal} terms={terms} />
          ))}
        </List>
      )}
      {rows.length < most ? null : <ShowMore onMore={() => setMost(most + SHOWN)} />}
    </Card>
  );
}

interface SignalLineProps {
  readonly signal: Signal;
  readonly terms: AutomationTerms;
}

function SignalLine({ signal, terms }: SignalLineProps) {
  const { signalType, base: baseKey, quote: quoteKey, price, confidence, description, why, candleAt, hash } = signal;
  const [base, quote] = [codeOf(baseKey), codeOf(quoteKey)];
  const sure = formatPercent(String(Math.round(Number(confidence) * 100)));
  const order = orderOf(signal, terms);
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <SideMark side={signalType} />
        <span className="font-medium">{`${base} / ${quote}`}</span>
        <span className="numeric text-ink-2">{t`at ${{ price: priceWords(price) }} ${quote}`}</span>
        <Badge tone={resultTone(signal)}>{resultWords(signal)}</Badge>
        <span className="ms-auto text-xs text-ink-3">
          <TimeAgo at={candleAt} />
        </span>
      </p>
      <p className="text-ink-2">{saidWords(description)}</p>
      <p className="numeric text-xs text-ink-3">{t`Confidence: ${sure}`}</p>
      <Traded signal={signal} base={base} quote={quote} />
      {why === "" ? null : <p className="text-ink-2">{saidWords(why)}</p>}
      {hash === "" ? null : (
        <p className="text-xs text-ink-3">
          <Trans>
            Transaction{" "}
            <span title={hash} className="font-mono">
              {shortenAddress(hash)}
            </span>
          </Trans>
        </p>
      )}
      {order === null ? null : (
        <Button asChild variant="secondary" size="sm" className="self-start">
          <Link
            to="/trade/$baseAsset/$quoteAsset"
            params={{ baseAsset: baseKey, quoteAsset: quoteKey }}
            search={{ ...order }}
          >
            {order.side === "buy" ? t`Fill in an order: buy ${base}` : t`Fill in an order: sell ${base}`}
          </Link>
        </Button>
      )}
    </li>
  );
}

interface TradedProps {
  readonly signal: Signal;
  readonly base: string;
  readonly quote: string;
}

/** What was traded of it, and what a sale earned. */
function Traded({ signal: { baseAmount, quoteAmount, averagePrice, profitLoss }, base, quote }: TradedProps) {
  if (baseAmount === null || quoteAmount === null) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-ink-2">
      <span>
        <Trans>
          <Amount value={baseAmount} assetCode={base} /> for <Amount value={quoteAmount} assetCode={quote} />
        </Trans>
      </span>
      {averagePrice === null ? null : (
        <span className="numeric">{t`on average at ${{ price: priceWords(averagePrice) }}`}</span>
      )}
      {profitLoss === null ? null : <Gain amount={profitLoss} assetCode={quote} />}
    </p>
  );
}
