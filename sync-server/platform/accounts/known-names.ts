import type { ClientSession, Document } from "mongodb";
import { nameKey } from "#schemas/values/names.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { AccountDocument } from "#server/platform/ingest/account.ts";
import { type FieldSeals, isFieldSealed } from "#server/platform/seals/sealed-fields.ts";

interface Named extends Document, FieldSeals {
  readonly id: number;
  readonly username: string;
  readonly usernameKey: string;
  readonly walletAddress?: string;
}

/**
 * The usernames of wallets, by their addresses (G...), by which those who pay each other know each other: the same that the federation
 * server tells everybody. None of who closed their account, and none that was written past the server. Of one wallet alone nobody asks.
 */
export async function namesOfWallets(
  database: Database,
  session: ClientSession,
  accounts: ReadonlyMap<string, AccountDocument>,
): Promise<ReadonlyMap<string, string>> {
  const wallets = [...accounts.values()].filter(({ role }) => role === "wallet");
  if (wallets.length < 2) return new Map();
  const users = await database
    .collection<Named>("users")
    .find(
      { id: { $in: wallets.map(({ userId }) => userId) }, closedAt: { $exists: false } },
      { session, projection: { _id: 0, id: 1, username: 1, usernameKey: 1, walletAddress: 1, seals: 1 } },
    )
    .toArray();
  const isBelieved = (user: Named) =>
    user.usernameKey === nameKey(user.username) &&
    isFieldSealed(database, "users", user.id, user, "usernameKey") &&
    isFieldSealed(database, "users", user.id, user, "walletAddress");
  return new Map(
    users.flatMap((user) =>
      user.walletAddress !== undefined && isBelieved(user) ? [[user.walletAddress, user.username] as const] : [],
    ),
  );
}
