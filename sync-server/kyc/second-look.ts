import type { ClientSession } from "mongodb";
import { amountText, parseAmount } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { walletOfUser } from "#server/platform/ingest/wallet-of-user.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import { valuationsOf, type Worth, worthFor } from "#server/prices/index.ts";
import { readOperatorPolicyWithin } from "#server/security/index.ts";
import { type Verification, verificationsOf } from "./verifications.ts";

/** Who else sent the same document. */
export function twinsOf(
  { database }: Pick<Runtime, "database">,
  { id, documentMark }: Pick<Verification, "id" | "documentMark">,
  session: ClientSession | null,
): Promise<Verification[]> {
  return verificationsOf(database)
    .find({ documentMark, id: { $ne: id } }, session ? { session } : {})
    .toArray();
}

/** Why two operators have to decide about an identity, in one sentence; null where one may. */
export async function whySecondLook(
  runtime: Runtime,
  session: ClientSession,
  check: Pick<Verification, "id" | "documentMark" | "userId">,
): Promise<string | null> {
  const twins = await twinsOf(runtime, check, session);
  if (twins.length > 0) return "Somebody else sent the same document.";
  const { identitySecondAbove: level } = await readOperatorPolicyWithin(runtime.database, session);
  if (level === null) return null;
  const above = (await heldBy(runtime, session, check.userId)).find(({ amount }) => amount > parseAmount(level));
  return above ? `The account holds more than ${amountText(parseAmount(level))} ${above.unit}.` : null;
}

/**
 * What an account holds, counted as limits count: in USD, and in XLM what has no price in USD. An asset that never had a price counts
 * nothing: anybody may send one, and would keep people waiting by it.
 */
async function heldBy(
  runtime: Runtime,
  session: ClientSession,
  userId: number,
): Promise<readonly Pick<Worth, "unit" | "amount">[]> {
  const wallet = await walletOfUser(runtime, userId, session);
  if (!wallet) return [];
  const held: readonly (readonly [AssetName, bigint])[] = [
    [NATIVE, BigInt(wallet.balance)],
    ...wallet.lines.map((line) => [line, BigInt(line.balance)] as const),
  ];
  const of = await valuationsOf(
    runtime.database,
    session,
    held.map(([asset]) => asset),
  );
  const now = runtime.clock.now();
  const worths = held.map(([asset, amount]) => worthFor(asset, amount, of(asset).known, now));
  return (["USD", "XLM"] as const).map((unit) => ({
    unit,
    amount: worths.reduce((sum, worth) => (worth.unit === unit ? sum + worth.amount : sum), 0n),
  }));
}
