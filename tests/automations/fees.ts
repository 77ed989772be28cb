import type { FeeRuleFields } from "#schemas/fees.ts";
import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { FEE_KIND } from "#server/fees/index.ts";
import { makeHouseAccounts, houseAccounts } from "#server/platform/house/accounts.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { AutomationScene } from "./scene.ts";

type Rule = Pick<FeeRuleFields, "operationType" | "feeType" | "feeValue">;

/** The house takes a fee from now on, in XLM or of what moves. */
export async function takeFees({ scene: { world }, database }: AutomationScene, taken: Rule): Promise<void> {
  const { vault } = world.deps;
  await makeHouseAccounts(
    database,
    (session) => vault.createKey(session, { userId: HOUSE_USER, purpose: "house" }),
    world.clock,
  );
  for (const [, address] of await houseAccounts(database)) await askFriendbot(world.stellar.friendbotUrl, address);
  await world.close();
  await world.ingest();
  const rule = {
    id: 1,
    ...taken,
    minFee: null,
    maxFee: null,
    assetCode: "XLM",
    active: true,
    lastUpdated: world.clock.now(),
  };
  await database.collection("fee_config").insertOne({ ...rule, seal: sealRow(database, FEE_KIND, rule) });
}
