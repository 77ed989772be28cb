import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { KnownAsset } from "#pwa/parts/assets/use-known-assets.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { Input } from "#pwa/ui/field.tsx";
import { List } from "#pwa/ui/list.tsx";
import { amountsOfShares } from "#pwa/parts/market-data/pool-math.ts";
import { PoolMarks } from "./pool-marks.tsx";
import { feeWords, nameOfPool, rateWords, worthWords } from "./pool-words.ts";
import type { ShownPool } from "./use-pools.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";

interface PoolListProps {
  readonly pools: readonly ShownPool[];
  readonly byKey: ReadonlyMap<string, KnownAsset>;
}

/** The pools that are put forward, one's own before them; a search finds all. */
export function PoolList({ pools, byKey }: PoolListProps) {
  const [text, setText] = useState("");
  const found = useMemo(() => searchPools(pools, text), [pools, text]);
  const isSearched = text.trim() !== "" && pools.length > 0;
  return (
    <>
      {pools.length > 4 || pools.some(({ isAside }) => isAside) ? (
        <Input
          type="search"
          aria-label={t`Search pools`}
          placeholder={t`Search by asset`}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      {found.length === 0 ? (
        <EmptyState title={isSearched ? t`No pool with that asset` : t`No pools yet`}>
          {!isSearched
            ? t`A pool holds two assets that anybody can exchange for each other. Put two of yours together, and it begins.`
            : t`Try another code, or make the pool yourself.`}
        </EmptyState>
      ) : (
        <List aria-label={t`Pools`} className="mt-2">
          {found.map((shown) => (
            <li key={shown.pool.poolId}>
              <PoolRow shown={shown} byKey={byKey} />
            </li>
          ))}
        </List>
      )}
    </>
  );
}

function PoolRow({ shown, byKey }: { readonly shown: ShownPool; readonly byKey: PoolListProps["byKey"] }) {
  const { pool, assetA, assetB, depth, volume, shares, worthOf } = shown;
  const own = shares === 0n ? null : worthOf(amountsOfShares(shares, pool));
  return (
    <Link
      to="/amm"
      search={{ pool: pool.poolId }}
      className="-mx-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm px-2 py-3 transition-colors duration-150 hover:bg-surface-2"
    >
      <PoolMarks pool={pool} keys={[assetA, assetB]} byKey={byKey} />
      <span className="min-w-0 grow basis-36">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
          {nameOfPool(pool)}
          {shares === 0n ? null : (
            <Badge tone="accent">
              <OwnWorth usd={own} />
            </Badge>
          )}
        </span>
        <span className="text-sm text-ink-3">
          <Trans>Fee {{ percent: feeWords(pool) }}</Trans>
        </span>
      </span>
      <span className="numeric grid grow basis-64 grid-cols-3 gap-x-4 text-sm sm:text-end">
        <Figure name={t({ message: "Depth", context: "of a market or pool" })} value={worthWords(depth)} />
        <Figure name={t`7 days`} value={worthWords(volume)} />
        <Figure name={t`Yearly rate`} value={rateWords(pool)} />
      </span>
    </Link>
  );
}

function OwnWorth({ usd }: { readonly usd: bigint | null }) {
  if (usd === null) return <Trans>Yours: no price known</Trans>;
  const worth = formatUsd(usd);
  return <Trans>Yours: {worth}</Trans>;
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <span className="min-w-0">
      <span className="block text-xs text-ink-3">{name}</span>
      <span className="block font-medium break-words">{value}</span>
    </span>
  );
}

function searchPools(pools: readonly ShownPool[], typed: string): readonly ShownPool[] {
  const words = typed
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
  if (words.length === 0) return pools.filter(({ isAside }) => !isAside);
  return pools.filter(({ pool }) => words.every((word) => nameOfPool(pool).toLowerCase().includes(word)));
}
