import * as v from "valibot";
import { entity, optionalDate, optionalInteger, optionalText, StoredDate } from "./entity.ts";
import { AssetCode, Id } from "./values/fields.ts";
import { Amount, Decimal } from "./values/money.ts";

const pair = {
  baseAssetCode: AssetCode,
  baseAssetIssuer: optionalText,
  quoteAssetCode: AssetCode,
  quoteAssetIssuer: optionalText,
};

/** A market-making pool of a user. */
export const LiquidityPools = entity("liquidity_pools", {
  userId: Id,
  ...pair,
  baseBalance: v.optional(Amount, "0"),
  quoteBalance: v.optional(Amount, "0"),
  spreadPercentage: Decimal,
  depthPercentage: Decimal,
  minTradeSize: Amount,
  maxTradeSize: Amount,
  autoRebalance: v.optional(v.boolean(), true),
  isActive: v.optional(v.boolean(), false),
  profitLoss: v.optional(Decimal, "0"),
  walletCount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 10),
  priceMargin: v.optional(Decimal, "5.0"),
  targetPrice: v.optional(Decimal, "1.0"),
  lastPrice: v.optional(v.nullable(Decimal), null),
});

export const MarketMakingTrades = entity("market_making_trades", {
  poolId: Id,
  type: v.picklist(["buy", "sell"]),
  baseAssetCode: AssetCode,
  quoteAssetCode: AssetCode,
  amount: Amount,
  price: Decimal,
  total: Amount,
  filledBy: optionalText,
  walletAddress: v.string(),
  hash: v.string(),
  timestamp: StoredDate,
});

/** A wallet that trades for a pool. `walletSecret` is never filled: keys live in the vault. */
export const TradingWallets = entity(
  "trading_wallets",
  {
    userId: Id,
    poolId: optionalInteger,
    walletAddress: v.string(),
    walletSecret: optionalText,
    baseBalance: v.optional(Amount, "0"),
    quoteBalance: v.optional(Amount, "0"),
    label: optionalText,
    isActive: v.optional(v.boolean(), true),
    lastUsed: optionalDate,
  },
  [["walletAddress"]],
);
