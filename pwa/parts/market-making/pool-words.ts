import { t } from "@lingui/core/macro";
import { priceWords } from "#pwa/parts/trading/figure-words.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { PoolReference, PoolStatus, PoolStop } from "#schemas/market-making.ts";
import type { PairQuery } from "#schemas/market-data.ts";
import { readPrice } from "#schemas/values/price.ts";

/** "XLM / USDC". */
export function pairWords({ base, quote }: PairQuery): string {
  return `${codeOf(base)} / ${codeOf(quote)}`;
}

interface Standing {
  readonly status: PoolStatus;
  readonly stop: PoolStop | null;
  readonly startedAt: string | null;
  /** Those in the book. */
  readonly offers: { readonly length: number };
}

export function statusWords({ status, stop, startedAt, offers }: Standing): string {
  switch (status) {
    case "opening":
      return t({ message: "Opening", context: "state of a market-making pool" });
    case "failed":
      return t({ message: "Not opened", context: "state of a market-making pool" });
    case "stopped":
      if (stop === null && startedAt === null)
        return t({ message: "Not started", context: "state of a market-making pool" });
      return stop === "owner"
        ? t({ message: "Paused", context: "state of a market-making pool" })
        : t({ message: "Stopped", context: "state of a market-making pool" });
    case "active":
      return offers.length > 0
        ? t({ message: "Running", context: "state of a market-making pool" })
        : t({ message: "Running, no offers", context: "state of a market-making pool" });
    case "stopping":
      return t({ message: "Stopping", context: "state of a market-making pool" });
    case "draining":
      return t({ message: "Giving back", context: "state of a market-making pool" });
    case "closed":
      return t({ message: "Given back", context: "state of a market-making pool" });
  }
}

export function statusTone({
  status,
  stop,
  offers,
}: Omit<Standing, "startedAt">): "up" | "down" | "accent" | "warn" | "neutral" {
  switch (status) {
    case "opening":
    case "draining":
      return "accent";
    case "active":
      return offers.length > 0 ? "up" : "warn";
    case "stopping":
      return "warn";
    case "stopped":
      return stop === "owner" || stop === null ? "neutral" : "down";
    case "failed":
      return "down";
    case "closed":
      return "neutral";
  }
}

const STOPS: Readonly<Record<PoolStop, string>> = {
  get owner() {
    return t`You paused it: it has no offers. Start it whenever you like, or drain it.`;
  },
  get operator() {
    return t`An operator stopped it. Ask support: you can start it once they let it go, and drain it at any time.`;
  },
  get "price-margin"() {
    return t`The price left the margin that you set. Look at the market, then start it around the new price, or drain it.`;
  },
  get drawdown() {
    return t`It fell as far below its height as you allowed. Look at its fills before you start it again.`;
  },
  get "daily-loss"() {
    return t`It lost as much today as you allowed. Look at its fills before you start it again.`;
  },
  get fills() {
    return t`It was filled faster than you allowed: others may have known a better price. Check its reference before you start it again.`;
  },
  get feed() {
    return t`The order books were out of sight for too long. Start it again once prices come in.`;
  },
  get reconciliation() {
    return t`What its wallets have is not what its fills say. Drain it, and tell support.`;
  },
  get account() {
    return t`Your account may not trade now. See what stands against it, then start the pool again.`;
  },
  get market() {
    return t`One of its assets cannot be traded here any more. Drain it to have everything back.`;
  },
  get fee() {
    return t`It could not pay the network's fee. Start it again when fees are lower, or drain it.`;
  },
  get refused() {
    return t`The network refused its offers. Start it again, and drain it if that happens once more.`;
  },
  get check() {
    return t`One of its checks could not be made, so it stopped to be safe. Start it again, or drain it.`;
  },
};

/** Why it stopped and what to do about it, in one sentence or two. */
export function stopWords(stop: PoolStop): string {
  return STOPS[stop];
}

/** What its ladder stands around. */
export function referenceWords(reference: PoolReference, { base, quote }: PairQuery): string {
  switch (reference.kind) {
    case "fixed":
      return t`Fixed at ${{ price: priceText(reference.targetPrice) }} ${{ quote: codeOf(quote) }}`;
    case "mid":
      return t`Middle of others' offers`;
    case "pair":
      return t`Middle of ${{ pair: pairWords(reference) }}`;
    case "pool":
      return t`Liquidity pool of ${{ pair: pairWords({ base, quote }) }}`;
  }
}

function priceText(price: string): string {
  return readPrice(price) === null ? price : priceWords(price);
}
