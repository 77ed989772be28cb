import type { Taker } from "#schemas/values/book-walk.ts";
import { MAX_STROOPS, type Price } from "#schemas/values/money.ts";
import { type AssetName, isSameAsset } from "#server/platform/network/assets.ts";
import type { TradeStep } from "#server/platform/submissions/trade-steps.ts";

/** An exchange of one asset for another. */
export interface Exchanged {
  readonly send: AssetName;
  readonly receive: AssetName;
}

/** What a step takes of the one market that it comes to; null where it comes to none, or to several. */
export function takerOf(step: TradeStep): Taker | null {
  const any = { maxSent: MAX_STROOPS, maxReceived: MAX_STROOPS, worst: null, isPassive: false } as const;
  switch (step.type) {
    case "manage_sell_offer":
    case "create_passive_sell_offer": {
      const isPassive = step.placedAs.kind === "passive";
      const ends = { maxSent: BigInt(step.amount), worst: turned(step.price), isPassive };
      return { ...any, ...ends, rounding: "normal" };
    }
    case "manage_buy_offer":
      return { ...any, maxReceived: BigInt(step.amount), worst: step.price, rounding: "normal" };
    case "path_payment_strict_send":
      return step.path.length > 0 ? null : { ...any, maxSent: BigInt(step.sendAmount), rounding: "strict-send" };
    case "path_payment_strict_receive":
      return step.path.length > 0
        ? null
        : { ...any, maxReceived: BigInt(step.receiveAmount), rounding: "strict-receive" };
    default:
      return null;
  }
}

/** The exchanges of a step, in the order in which its money goes through them. */
export function exchangesOf(step: TradeStep): Exchanged[] {
  switch (step.type) {
    case "manage_sell_offer":
    case "create_passive_sell_offer":
    case "manage_buy_offer":
      return [{ send: step.selling, receive: step.buying }];
    case "path_payment_strict_send":
    case "path_payment_strict_receive": {
      const passed = [step.send, ...step.path, step.receive];
      return passed.slice(1).flatMap((receive, place) => {
        const send = passed[place];
        return send ? [{ send, receive }] : [];
      });
    }
    default:
      return [];
  }
}

export function isSameExchange(one: Exchanged, other: Exchanged): boolean {
  return isSameAsset(one.send, other.send) && isSameAsset(one.receive, other.receive);
}

export function turned({ n, d }: Price): Price {
  return { n: d, d: n };
}
