import { useCallback, useState } from "react";
import { call } from "#pwa/platform/api/call.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { maxStroops } from "#pwa/parts/assets/balances.ts";
import type { KnownAsset } from "#pwa/parts/assets/use-known-assets.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { TRADING_ENDPOINTS } from "#schemas/endpoints/trading.ts";
import { formatAmountShort, parseAmount } from "#schemas/values/money.ts";
import { mostGiven } from "./swap-terms.ts";

/** The smallest amount there is: the question is about fees, not about what is received. */
const LEAST = "0.0000001";

/** Finds out the most that can be swapped of an asset, its fees considered; answers with the amount as text. */
export function useMost(): {
  readonly isAsking: boolean;
  readonly find: (send: KnownAsset, receive: string) => Promise<string>;
} {
  const [isAsking, setAsking] = useState(false);
  const find = useCallback(async (send: KnownAsset, receive: string) => {
    if (send.balance === null) return "";
    const plain = maxStroops(send.balance);
    const spendable = parseAmount(send.balance.spendable);
    if (receive === "" || spendable === 0n) return formatAmountShort(plain);
    setAsking(true);
    try {
      const sendAmount = formatAmountShort(spendable);
      const body = { direction: "send" as const, send: send.key, receive, sendAmount, receiveAmount: LEAST, path: [] };
      const { total } = await call(TRADING_ENDPOINTS.checkSwap, { body });
      const taken = total.find(({ assetCode, issuer }) => assetKeyOf({ assetCode, issuer: issuer ?? "" }) === send.key);
      return formatAmountShort(mostGiven(spendable, spendable, taken ? parseAmount(taken.amount) : spendable));
    } catch (error) {
      // The review says what stands against it; nothing is swapped by this amount alone.
      logProblem("What a swap costs could not be read", error);
      return formatAmountShort(plain);
    } finally {
      setAsking(false);
    }
  }, []);
  return { isAsking, find };
}
