import { SaveAsCsv } from "#pwa/parts/files/save-as-csv.tsx";
import { ShowMore } from "#pwa/parts/forms/show-more.tsx";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { priceWords } from "#pwa/parts/trading/figure-words.ts";
import { SideMark } from "#pwa/parts/trading/side-mark.tsx";
import { readRows } from "#pwa/platform/db/rows.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { List } from "#pwa/ui/list.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { fillsCsv } from "./fill-file.ts";
import type { MarketPool, MarketTrade } from "./use-market-pools.ts";

const SHOWN = 20;
const NEWEST = { sort: [{ timestamp: "desc" as const }] };

/** What of its offers was taken, the newest first; all of it as a file. */
export function FillsCard({ pool: { id, terms } }: { readonly pool: MarketPool }) {
  const [most, setMost] = useState(SHOWN);
  const where = { poolId: id };
  const { rows } = useRows("market_making_trades", { where, ...NEWEST, limit: most });
  const database = useUserDatabase();
  async function save() {
    if (database === null) return;
    const all = await readRows(database, "market_making_trades", { where, ...NEWEST });
    saveFile(`fills-${id}.csv`, "text/csv", fillsCsv(all));
  }
  const [base, quote] = [codeOf(terms.base), codeOf(terms.quote)];
  const title = t({ message: "Fills", context: "trades that a pool made" });
  return (
    <Card aria-labelledby="fills">
      <CardHeader
        id="fills"
        title={title}
        action={rows.length === 0 ? null : <SaveAsCsv onSave={() => void save()} />}
      />
      {rows.length === 0 ? (
        <p className="text-sm text-ink-3">
          <Trans>None yet. Each time somebody trades with one of its offers, it stands here.</Trans>
        </p>
      ) : (
        <List aria-label={title}>
          {rows.map((fill) => (
            <FillLine key={fill.uid} {...{ fill, base, quote }} />
          ))}
        </List>
      )}
      {rows.length < most ? null : <ShowMore onMore={() => setMost(most + SHOWN)} />}
    </Card>
  );
}

interface FillLineProps {
  readonly fill: MarketTrade;
  readonly base: string;
  readonly quote: string;
}

function FillLine({ fill, base, quote }: FillLineProps) {
  const { type, amount, total, price, reference, isTaker, hash, timestamp } = fill;
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <SideMark side={type} />
        <span>
          <Trans>
            <Amount value={amount} assetCode={base} /> for <Amount value={total} assetCode={quote} />
          </Trans>
        </span>
        {isTaker ? (
          <Badge tone="warn">{t({ message: "Met another's offer", context: "a trade of a pool" })}</Badge>
        ) : null}
        <span className="ms-auto text-xs text-ink-3">
          <TimeAgo at={timestamp} />
        </span>
      </p>
      <p className="numeric flex flex-wrap gap-x-3 text-xs text-ink-3">
        <span>{t`at ${{ price: priceWords(price) }} ${quote}`}</span>
        {reference === null ? null : <span>{t`reference ${{ price: priceWords(reference) }} ${quote}`}</span>}
        <span title={hash} className="font-mono">
          {shortenAddress(hash)}
        </span>
      </p>
    </li>
  );
}
