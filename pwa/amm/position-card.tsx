import { t } from "@lingui/core/macro";
import { TrendingDown, TrendingUp } from "lucide-react";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { formatAmount } from "#schemas/values/money.ts";
import { gainOf, inB, type PoolGain } from "./pool-gain.ts";
import { amountsOfShares, type Pair, partOfPool } from "#pwa/parts/market-data/pool-math.ts";
import { formatStroops } from "#pwa/ui/format.ts";
import { partWords, worthWords } from "./pool-words.ts";
import type { ShownPool } from "./use-pools.ts";
import { usePoolMoves } from "./use-pool-moves.ts";

/** What one's share of a pool is worth, and what it did since it was put in. */
export function PositionCard({ shown }: { readonly shown: ShownPool }) {
  const { pool, shares, assetA, assetB, worthOf } = shown;
  const now = amountsOfShares(shares, pool);
  const moves = usePoolMoves(pool.poolId, assetA, assetB, String(shares));
  const gain = moves === null ? null : gainOf(now, moves);
  return (
    <Card aria-labelledby="pool-position">
      <CardHeader id="pool-position" title={t`Your position`} />
      <p className="text-2xl font-semibold" data-private="">
        {worthWords(worthOf(now))}
      </p>
      <Facts
        facts={[
          { name: t`Part of the pool`, value: partWords(partOfPool(shares, pool), shares) },
          { name: t`Yours now`, value: <Both pair={now} shown={shown} /> },
          ...(gain === null ? [] : gainFacts(gain, now, shown)),
        ]}
      />
      {gain === null ? (
        <p className="mt-2 text-sm text-ink-3">
          {moves === null
            ? t`Reading your deposits from this device's history.`
            : t`What you earned cannot be told: your history on this device does not hold all of your deposits.`}
        </p>
      ) : null}
    </Card>
  );
}

function gainFacts({ deposited, withdrawn, fees, divergence }: PoolGain, now: Pair, shown: ShownPool) {
  const difference: Pair = { a: 0n, b: inB(divergence, now) };
  return [
    { name: t`Put in`, value: <Both pair={deposited} shown={shown} /> },
    ...(withdrawn.a + withdrawn.b === 0n
      ? []
      : [{ name: t`Taken out`, value: <Both pair={withdrawn} shown={shown} /> }]),
    { name: t`Fees earned`, value: <Change pair={fees} flat={{ a: 0n, b: inB(fees, now) }} shown={shown} /> },
    { name: t`Divergence, against holding both`, value: <Change pair={divergence} flat={difference} shown={shown} /> },
  ];
}

interface PairProps {
  readonly pair: Pair;
  readonly shown: ShownPool;
}

function Both({ pair: { a, b }, shown: { pool } }: PairProps) {
  return (
    <span className="flex flex-col items-end">
      <Amount value={formatAmount(a)} assetCode={pool.assetA.assetCode} />
      <Amount value={formatAmount(b)} assetCode={pool.assetB.assetCode} />
    </span>
  );
}

/** A gain or loss as a worth, with both assets under it; `flat` is all of it in the pool's second asset. */
function Change({ pair: { a, b }, flat, shown: { pool, worthOf } }: PairProps & { readonly flat: Pair }) {
  const worth = flat.b < 0n ? negated(worthOf({ a: 0n, b: -flat.b })) : worthOf(flat);
  const Icon = flat.b < 0n ? TrendingDown : TrendingUp;
  const sign = flat.b > 0n ? "+" : "";
  return (
    <span className="flex flex-col items-end">
      <span
        data-private=""
        className={`numeric inline-flex items-center gap-1 ${flat.b < 0n ? "text-down" : flat.b > 0n ? "text-up" : ""}`}
      >
        {flat.b === 0n ? null : <Icon aria-hidden="true" className="size-4" />}
        {worth === null ? (
          <Amount value={formatAmount(flat.b)} assetCode={pool.assetB.assetCode} />
        ) : (
          <bdi dir="ltr">
            {sign}
            {formatUsd(worth)}
          </bdi>
        )}
      </span>
      <span className="flex flex-wrap justify-end gap-x-2 text-xs font-normal text-ink-3">
        <Signed value={a} code={pool.assetA.assetCode} />
        <Signed value={b} code={pool.assetB.assetCode} />
      </span>
    </span>
  );
}

function Signed({ value, code }: { readonly value: bigint; readonly code: string }) {
  return (
    <bdi dir="ltr" data-private="" className="numeric whitespace-nowrap">
      {value > 0n ? "+" : value < 0n ? "−" : ""}
      {formatStroops(value < 0n ? -value : value)} {code}
    </bdi>
  );
}

function negated(worth: bigint | null): bigint | null {
  return worth === null ? null : -worth;
}
