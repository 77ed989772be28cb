import type { ClientSession } from "mongodb";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import { standingKeyWithin } from "#server/api-keys/index.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import type { Spending } from "#server/platform/submissions/spending.ts";
import { countedAmount, unitOf, valuationsOf, worthFor } from "#server/prices/index.ts";
import { allowedEntry } from "#server/security/index.ts";
import { isWalletHere } from "./policy-facts.ts";
import { spentSince } from "./spent.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A payment that a program asks for by a key. */
interface KeyPayment {
  readonly userId: number;
  readonly apiKey: string;
  readonly spending: Spending;
}

/**
 * What an API key's own rules have against a payment, as this transaction sees key and payments: they stand beside the account's, and
 * lift none of those.
 */
export async function keyRefusals(
  runtime: Runtime,
  session: ClientSession,
  { userId, apiKey, spending }: KeyPayment,
): Promise<AppError[]> {
  const { database, clock } = runtime;
  const key = await standingKeyWithin(runtime, session, userId, apiKey);
  if (!key) return [new AppError("api-key-invalid")];
  if (!key.pays || !key.scopes.includes("pay") || spending.kind !== "payment") return [new AppError("api-key-scope")];
  const { to, memo, paid } = spending;
  const isOwnersAlone = await isWalletHere(database, session, to);
  if (!allowedEntry(key.pays, { to, memo, isOwnersAlone })) return [new AppError("api-key-recipient")];

  const now = clock.now();
  const of = await valuationsOf(database, session, [NATIVE, paid.asset]);
  const worth = worthFor(paid.asset, paid.amount, of(paid.asset).known, now);
  const since = new Date(now.getTime() - DAY_MS);
  const { all: sums } = await spentSince(database, session, { userId, since, xlm: of(NATIVE).known, apiKey });
  const spent = worth.unit === "own" ? sums.own(paid.asset) : sums.priced(worth.unit);
  const limit = parseAmount(key.pays.dailyLimit);
  if (spent + worth.amount <= limit) return [];
  const left = limit > spent ? limit - spent : 0n;
  return [
    new AppError("api-key-limit", {
      limit: countedAmount({ ...worth, amount: limit }),
      left: countedAmount({ ...worth, amount: left }, "down"),
      unit: unitOf(worth, paid.asset.assetCode),
    }),
  ];
}
