import * as v from "valibot";
import { entity, optionalDate, optionalText } from "./entity.ts";
import { AssetCode, Id, Json, JsonList } from "./values/fields.ts";
import { Decimal } from "./values/money.ts";

export const AutomatedTrading = entity("automated_trading", {
  userId: Id,
  isActive: v.optional(v.boolean(), false),
  activationDate: optionalDate,
  paymentId: optionalText,
  paymentStatus: v.optional(v.picklist(["pending", "paid", "failed"]), "pending"),
  executionMode: v.optional(v.picklist(["alert", "auto"]), "alert"),
  selectedStrategy: v.optional(
    v.picklist(["trend-following", "mean-reversion", "breakout", "dca", "grid"]),
    "trend-following",
  ),
  tradingPairs: v.optional(JsonList, []),
  parameters: v.optional(Json, {}),
  lastTradeDate: optionalDate,
  profitLoss: v.optional(Decimal, "0"),
  tradeCount: v.optional(v.number(), 0),
  status: v.optional(v.picklist(["inactive", "active", "paused", "stopped"]), "inactive"),
  riskAccepted: v.optional(v.boolean(), false),
});

export const TradingSignals = entity("trading_signals", {
  automatedTradingId: Id,
  signalType: v.picklist(["buy", "sell", "hold"]),
  baseAsset: AssetCode,
  quoteAsset: AssetCode,
  price: Decimal,
  confidence: Decimal,
  description: v.string(),
  signalSource: v.string(),
  executed: v.optional(v.boolean(), false),
  executionDate: optionalDate,
  result: optionalText,
  profitLoss: v.optional(v.nullable(Decimal), null),
});
