import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { ACCOUNT_KIND, type AccountDocument, accountCollection } from "./account.ts";

/**
 * The wallet at which the house pays a user; null where they have none. An account that was given to them past the server is
 * not theirs: operators are told.
 */
export async function walletOfUser(
  runtime: Pick<Runtime, "database" | "clock" | "log">,
  userId: number,
  session: ClientSession | null,
): Promise<AccountDocument | null> {
  const { database } = runtime;
  const options = inSession(session);
  const wallet = await accountCollection(database).findOne({ userId, role: "wallet" }, options);
  if (!wallet || isRowSealed(database, ACCOUNT_KIND, wallet)) return wallet;
  await tellForged(runtime, `the wallet of user ${userId}`, { userId, address: wallet._id });
  return null;
}
