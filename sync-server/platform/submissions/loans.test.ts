import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { giveUp } from "#server/multisig/return-signature.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { NetworkError } from "#server/platform/network/network.ts";
import { mayProceed } from "#server/wallet/may-proceed.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { borrowSource, releaseStrayLoans } from "./channels.ts";
import { haltAsset, resumeAsset } from "./halts.ts";
import { moveAlone } from "./moves.ts";
import { indexSubmissions, type SubmissionDocument, submissionCollection } from "./submission.ts";
import { insertSubmission } from "./insert-submission.ts";
import { advanceOpen } from "./worker.ts";
import type { SubmissionsDeps } from "./deps.ts";

let world: World;
let from: string;
let to: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  await indexSubmissions(world.database);
});
afterAll(() => world.stop());
beforeEach(async () => {
  made += 1;
  from = await world.wallet(1);
  to = await world.wallet(made + 1000);
});

function submit(viaChannel = false): Promise<SubmissionDocument> {
  made += 1;
  const amount = "10000000";
  return world.database.transaction((session) =>
    insertSubmission(world.runtime, session, {
      userId: 1,
      idempotencyKey: `key-${made}`,
      fingerprint: "",
      kind: "send",
      account: from,
      steps: [{ type: "payment", source: from, to, ...NATIVE, amount }],
      memo: "",
      holds: [{ ...NATIVE, amount }],
      fee: "100",
      feePayer: null,
      viaChannel,
    }),
  );
}

async function read(id: number): Promise<SubmissionDocument> {
  const submission = await submissionCollection(world.database).findOne({ id });
  if (!submission) throw new Error(`submission ${id} is gone`);
  return submission;
}

async function loansOf(id: number): Promise<number> {
  return accountCollection(world.database).countDocuments({ inFlight: id });
}

async function nextIsPaid(): Promise<void> {
  const { id } = await submit();
  await world.settle();
  expect((await read(id)).state).toBe("confirmed");
}

const dead = () => Promise.reject(new NetworkError("no node answers"));
const UNREACHABLE = { head: dead, holdings: dead };

/** A worker that read a submission, and stands still before its loan until something else has happened. */
function slow(happens: () => Promise<unknown>, change: Partial<SubmissionsDeps["network"]> = {}): SubmissionsDeps {
  let hasHappened = false;
  return {
    ...world.deps,
    network: { ...world.network, ...change },
    mayProceed: async () => {
      if (!hasHappened) {
        hasHappened = true;
        await happens();
      }
      return "go";
    },
  };
}

test("what its owner gave up before a worker got to it borrows nothing", async () => {
  await accountCollection(world.database).updateOne({ _id: from }, { $set: { isShared: true } });
  const { id } = await submit();
  await advanceOpen(slow(() => giveUp(world.runtime, 1, id), UNREACHABLE));
  expect((await read(id)).state).toBe("failed");
  expect(await loansOf(id)).toBe(0);
  await nextIsPaid();
});

test("what its owner gives up while the network is asked for it borrows nothing, though no node answers", async () => {
  await accountCollection(world.database).updateOne({ _id: from }, { $set: { isShared: true } });
  const { id } = await submit();
  const head = async () => {
    await giveUp(world.runtime, 1, id);
    return dead();
  };
  await expect(advanceOpen({ ...world.deps, network: { ...world.network, head } })).rejects.toThrow("no node answers");
  expect(await loansOf(id)).toBe(0);
  await nextIsPaid();
});

test("a worker that another overtook borrows nothing when it goes on", async () => {
  const { id } = await submit();
  await advanceOpen(slow(() => world.settle(), UNREACHABLE));
  expect((await read(id)).state).toBe("confirmed");
  expect(await loansOf(id)).toBe(0);
  await nextIsPaid();
});

test("while no node answers, a loan is given back each time", async () => {
  const { id } = await submit();
  const unreachable = { ...world.deps, network: { ...world.network, ...UNREACHABLE } };
  await expect(advanceOpen(unreachable)).rejects.toThrow("no node answers");
  expect(await loansOf(id)).toBe(0);
  await world.settle();
  expect((await read(id)).state).toBe("confirmed");
});

test("what a dead process borrowed for a payment that is over is free again", async () => {
  const { id } = await submit();
  await moveAlone(world.runtime, await read(id), "failed", { reason: "given up" });
  await accountCollection(world.database).updateOne({ _id: from }, { $set: { inFlight: id } });
  expect(await releaseStrayLoans(world.database)).toBe(1);
  await nextIsPaid();
});

test("what a dead process borrowed for a payment that may not go now keeps no other from its turn", async () => {
  const { id } = await submit();
  const halted = { assetCode: "XLM", issuer: "" };
  const deps: SubmissionsDeps = {
    ...world.deps,
    mayProceed: (submission, session) =>
      submission.id === id ? mayProceed(world.runtime, submission, session) : Promise.resolve("go"),
  };
  await haltAsset(world.runtime, halted, "the records differ", null);
  await accountCollection(world.database).updateOne({ _id: from }, { $set: { inFlight: id } });
  const next = await submit();
  await releaseStrayLoans(world.database);
  await advanceOpen(deps);
  expect((await read(next.id)).state).toBe("submitted");
  expect((await read(id)).state).toBe("created");
  await resumeAsset(world.database, halted, null);
  await world.settle();
  expect((await read(id)).state).toBe("confirmed");
});

test("a loan that is in use stays, and so does the envelope's", async () => {
  const { id } = await submit();
  await advanceOpen(world.deps);
  expect((await read(id)).state).toBe("submitted");
  expect(await releaseStrayLoans(world.database)).toBe(0);
  expect(await loansOf(id)).toBe(1);
  await world.settle();
  expect(await loansOf(id)).toBe(0);
});

test("one reading of a submission borrows once: the second loan of it comes to nothing", async () => {
  const channel = await world.wallet(0, "channel");
  const seen = await submit(true);
  const first = await borrowSource(world.database, seen, null);
  expect(first).toMatchObject({ source: { _id: channel }, submission: { version: seen.version + 1 } });
  expect(await borrowSource(world.database, seen, null)).toBe(null);
  await world.settle();
  expect((await read(seen.id)).state).toBe("confirmed");
  expect(await loansOf(seen.id)).toBe(0);
});
