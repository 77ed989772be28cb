import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#schemas/errors.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { type AssetName, NATIVE } from "#server/platform/network/assets.ts";
import { haltAsset, resumeAsset } from "#server/platform/submissions/halts.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { insertSubmission } from "#server/platform/submissions/insert-submission.ts";
import { advanceOpen } from "#server/platform/submissions/worker.ts";
import type { SubmissionsDeps } from "#server/platform/submissions/deps.ts";
import { setFrozen } from "#server/security/freeze.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { mayProceed } from "./may-proceed.ts";

const PAYER = 1;
let world: World;
let from: string;
let to: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  from = await world.wallet(PAYER);
  to = await world.wallet(2);
  await world.database.collection("users").insertOne({ id: PAYER, username: "ana" });
});
afterAll(() => world.stop());

/** A worker that asks `mayProceed`, and in whose signing something happens that was answered before it is done. */
function worker(meanwhile: () => Promise<void> = () => Promise.resolve()): SubmissionsDeps {
  const { runtime, network } = world;
  return {
    ...world.deps,
    mayProceed: (submission, session) => mayProceed(runtime, submission, session),
    network: {
      ...network,
      holdings: async (queries) => {
        await meanwhile();
        return network.holdings(queries);
      },
    },
  };
}

async function accept(asset: AssetName = NATIVE): Promise<number> {
  made += 1;
  const { id } = await world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: PAYER,
      idempotencyKey: `may-proceed-${made}`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...asset, amount: "1000" }],
      memo: "",
      holds: [
        { ...asset, amount: "1000" },
        { ...NATIVE, amount: "100" },
      ],
      fee: "100",
      feePayer: null,
      viaChannel: false,
    }),
  );
  return id;
}

function read(id: number) {
  return submissionCollection(world.database).findOne({ id });
}

function payer() {
  return accountCollection(world.database).findOne({ _id: from });
}

function freeze(isFrozen: boolean): Promise<void> {
  return setFrozen({ runtime: world.runtime, takersBack: [] }, PAYER, { isFrozen, reason: "a test", by: PAYER });
}

test("a freeze that was answered while a payment was being signed stops it", async () => {
  const before = await payer();
  const id = await accept();
  await advanceOpen(worker(() => freeze(true)));
  expect(await read(id)).toMatchObject({
    state: "failed",
    reason: new AppError("account-frozen").said,
    attempt: null,
    sends: 0,
    isReserving: false,
  });
  const after = await payer();
  expect(after?.inFlight).toBeNull();
  await freeze(false);
  // Whoever signs takes the wallet too, so that of the two one comes after the other.
  expect((await payer())?.version).toBe((after?.version ?? 0) + 1);
  expect(after?.version).toBeGreaterThan(before?.version ?? 0);
});

test("an asset that is halted while a payment of it is being signed waits, and goes on later", async () => {
  const id = await accept();
  await advanceOpen(worker(() => haltAsset(world.runtime, NATIVE, "a test", null)));
  expect(await read(id)).toMatchObject({ state: "created", attempt: null });
  expect((await payer())?.inFlight).toBeNull();
  await resumeAsset(world.database, NATIVE, null);
  await advanceOpen(worker());
  await world.close();
  await advanceOpen(worker());
  expect(await read(id)).toMatchObject({ state: "confirmed" });
});

test("a payment of a halted asset keeps none of another asset behind it waiting", async () => {
  const usd = { assetCode: "USD", issuer: to };
  await haltAsset(world.runtime, usd, "a test", null);
  const [halted, free] = [await accept(usd), await accept()];
  await advanceOpen(worker());
  await world.close();
  await advanceOpen(worker());
  expect(await read(free)).toMatchObject({ state: "confirmed" });
  expect(await read(halted)).toMatchObject({ state: "created", attempt: null });
});
