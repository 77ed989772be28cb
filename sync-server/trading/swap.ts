import { AppError } from "#schemas/errors.ts";
import type { SwapInput, SwapTerms } from "#schemas/trading.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { checkAmount, collect } from "#server/wallet/index.ts";
import { type Wayfarer, withWay } from "./own-way.ts";
import { type ExchangeDeps, planTrade, type TradePlan, walletOf } from "./plan-trade.ts";
import { readAsset } from "./read-assets.ts";
import { contentOf, recordTrade, type Trader } from "./record-trade.ts";
import { impossible, NOTHING_FREED, type Wish } from "./wish.ts";

export interface SwapPlan extends TradePlan {
  /** In stroops; null where they cannot be read. */
  readonly sendAmount: bigint | null;
  readonly receiveAmount: bigint | null;
}

interface Amounts {
  readonly sendAmount: bigint;
  readonly receiveAmount: bigint;
}

/**
 * Works out a swap and everything that stands against it; own orders in its way are taken back where they may be. Throws
 * `wallet-not-ready` and `network-unreachable`.
 */
export async function planSwap(
  deps: ExchangeDeps,
  userId: number,
  terms: SwapTerms,
  mayTakeBack: Wayfarer["mayTakeBack"],
): Promise<SwapPlan> {
  const account = await walletOf(deps.runtime, userId);
  const refusals: AppError[] = [];
  const sendAmount = collect(refusals, () => checkAmount(terms.sendAmount)) ?? null;
  const receiveAmount = collect(refusals, () => checkAmount(terms.receiveAmount)) ?? null;
  const route = collect(refusals, () => ({
    send: readAsset(terms.send),
    path: terms.path.map(readAsset),
    receive: readAsset(terms.receive),
  }));
  const wish =
    !route || sendAmount === null || receiveAmount === null
      ? impossible("swap", refusals, route ? [route.send, ...route.path, route.receive] : [])
      : await withWay(
          deps,
          account,
          wishOf(account._id, terms.direction, { ...route, sendAmount, receiveAmount }),
          mayTakeBack,
        );
  return { ...(await planTrade(deps, account, wish)), sendAmount, receiveAmount };
}

/** Accepts a swap; see {@link recordTrade}. */
export function swapAssets(
  deps: ExchangeDeps,
  trader: Trader,
  { swap, agreed, takesBack = [], idempotencyKey }: SwapInput,
): Promise<SubmissionDocument> {
  const confirmation = { agreed, idempotencyKey, content: contentOf(["swap", swap], takesBack) };
  return recordTrade(deps, trader, confirmation, () =>
    planSwap(deps, trader.userId, swap, (offerId) => takesBack.includes(offerId)),
  );
}

interface Route {
  readonly send: AssetName;
  readonly path: readonly AssetName[];
  readonly receive: AssetName;
}

function wishOf(source: string, direction: SwapTerms["direction"], swap: Route & Amounts): Wish {
  const { send, path, receive, sendAmount, receiveAmount } = swap;
  const given = { asset: send, amount: sendAmount };
  return {
    kind: "swap",
    steps: [
      {
        type: direction === "send" ? "path_payment_strict_send" : "path_payment_strict_receive",
        source,
        send,
        receive,
        path,
        sendAmount: String(sendAmount),
        receiveAmount: String(receiveAmount),
      },
    ],
    gives: [given],
    takes: [{ asset: receive, amount: receiveAmount }],
    through: path,
    freed: NOTHING_FREED,
    reserves: 0,
    charged: { operation: "swap", portions: [given] },
    refusals: [],
    against: () => [],
  };
}
