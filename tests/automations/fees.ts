import { HOUSE_USER } from "#server/platform/submissions/submission.ts";
import { FEE_KIND } from "#server/fees/index.ts";
import { makeHouseAccounts, houseAccounts } from "#server/platform/house/accounts.ts";
import { askFriendbot } from "#server/platform/network/friendbot.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { AutomationScene } from "./scene.ts";

/** The house takes one percent of what a swap gives, from now on. */
export async function takeFees({ scene: { world }, database }: AutomationScene): Promise<void> {
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
    operationType: "swap" as const,
    feeType: "percent" as const,
    feeValue: "1",
    minFee: null,
    maxFee: null,
    assetCode: "XLM",
    active: true,
    lastUpdated: world.clock.now(),
  };
  await database.collection("fee_config").insertOne({ ...rule, seal: sealRow(database, FEE_KIND, rule) });
}
