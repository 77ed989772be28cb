import assert from "node:assert/strict";
import { Asset, Claimant, Operation } from "@stellar/stellar-sdk";
import { formatAmount } from "#schemas/values/money.ts";
import { claimableCollection, indexClaimables } from "#server/claimables/claimables.ts";
import { claimBalance } from "#server/claims/claim-balance.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import type { World } from "#tests/support/world.ts";
import type { Wish } from "./payments.ts";

const CLAIMER = 12;
const UNIT = 10_000_000n;
const AGREED = { networkFee: "0.1" };

/** Opens the wallet of somebody for whom a stranger sets money aside; each wish is to claim one more balance. */
export async function openClaims(world: World): Promise<() => Promise<Wish>> {
  const { database } = world;
  await indexClaimables(database);
  const address = await world.wallet(CLAIMER);
  const giver = await world.stranger();
  let made = 0;
  return async () => {
    made += 1;
    const amount = BigInt(made) * UNIT;
    const idempotencyKey = `claim-${made}-0123456789`;
    const aside = { asset: Asset.native(), amount: formatAmount(amount), claimants: [new Claimant(address)] };
    await world.apply([giver], [Operation.createClaimableBalance(aside)]);
    await world.ingest();
    const rows = claimableCollection(database);
    const open = await rows.findOne({ userId: CLAIMER, amount: aside.amount });
    const balanceId = open?.balanceId ?? "";
    return {
      amount,
      from: address,
      to: address,
      payee: CLAIMER,
      carryOn: async ({ deps, work }) => {
        await claimBalance(deps, CLAIMER, { balanceId, ...AGREED, idempotencyKey });
        await work();
      },
      submissions: () => submissionCollection(database).find({ userId: CLAIMER, idempotencyKey }).toArray(),
      isBooked: () => Promise.resolve(true),
      checkDoneOnce: async (_made, where) => {
        const found = await rows.find({ userId: CLAIMER, balanceId }).toArray();
        assert.deepEqual([found.map(({ state }) => state), balanceId !== ""], [["claimed"], true], where);
      },
    };
  };
}
