import assert from "node:assert/strict";
import { Keypair, Operation } from "@stellar/stellar-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount } from "#schemas/values/money.ts";
import type { Federation } from "#server/federation/index.ts";
import type { AttemptLimit } from "#server/platform/http/limits.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import {
  indexSubmissions,
  type SubmissionDocument,
  submissionCollection,
} from "#server/platform/submissions/submission.ts";
import { sendPayment } from "#server/wallet/send-payment.ts";
import { steer } from "#tests/support/embedded.ts";
import { protect } from "#tests/support/seals.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import { DEATHS, meetFateEverywhere, STANDSTILLS } from "./crash-points.ts";
import type { Wish } from "./payments.ts";

const LIMIT_MS = 180_000;
const UNIT = 10_000_000n;
const PAYER = 1;
const FEE = 100n;
const NO_LIMIT: AttemptLimit = {
  take: () => Promise.resolve(),
  check: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
};
const NO_NAMES: Federation = { resolve: () => Promise.reject(new Error("no name is asked for")) };
let world: World;
let opener: Keypair;
let from: string;
let made = 0;

beforeAll(async () => {
  world = await startWorld();
  opener = await world.stranger();
  from = await world.wallet(PAYER);
  await indexSubmissions(world.database);
  await protect(world.runtime, PAYER, { requirePasswordForSend: false });
});
afterAll(() => world.stop());

async function balanceOf(address: string): Promise<bigint> {
  return (await world.network.holdings([{ address, assets: [] }])).accounts.get(address)?.balance ?? 0n;
}

/** A payment to an account of which `meanwhile` changes, once it was accepted, whether there is one; it then holds `own` beside. */
async function wishTo(to: string, own: bigint, meanwhile: () => Promise<unknown>): Promise<Wish> {
  made += 1;
  const amount = 2n * UNIT + BigInt(made);
  const idempotencyKey = `missed-${made}-0123456789`;
  const before = await balanceOf(from);
  let isChanged = false;
  return {
    amount,
    from,
    to,
    payee: 2,
    carryOn: async ({ deps, work }) => {
      await sendPayment(
        { ...deps, federation: NO_NAMES, passwordLimit: NO_LIMIT, checkSecondFactor: () => Promise.resolve() },
        { userId: PAYER, sessionId: "", isConfirmed: () => Promise.resolve(false) },
        { to, assetCode: "XLM", amount: formatAmount(amount), idempotencyKey },
      );
      if (!isChanged) {
        isChanged = true;
        await meanwhile();
      }
      await work();
    },
    submissions: () => submissionCollection(world.database).find({ userId: PAYER, idempotencyKey }).toArray(),
    isBooked: () => Promise.resolve(true),
    checkDoneOnce: async (paid, where) => {
      assert.equal(await balanceOf(to), own + amount, where);
      await checkPayer(paid, before - amount - 2n * FEE, where);
    },
  };
}

/** Two envelopes are in ledgers, and both are told: the one that failed by its fee alone. */
async function checkPayer(paid: SubmissionDocument, left: bigint, where: string): Promise<void> {
  const { attempt, missed, rebuilds, formerHashes } = paid;
  assert.ok(attempt && missed, where);
  assert.equal(rebuilds, formerHashes.length - 1, where);
  assert.equal(await balanceOf(from), left, where);
  const account = await accountCollection(world.database).findOne({ _id: from });
  assert.equal(account?.balance, String(left), where);
  assert.equal(account.inFlight, null, where);
  const rows = await world.rows(PAYER);
  const [first, second] = [missed.hash, attempt.hash].map((hash) => rows.filter((row) => row["hash"] === hash));
  assert.deepEqual(
    first?.map(({ status }) => status),
    ["failed"],
    where,
  );
  assert.deepEqual(
    second?.map(({ status }) => status),
    ["confirmed"],
    where,
  );
}

function toOneThatIsOpened(): Promise<Wish> {
  const to = Keypair.random().publicKey();
  const open = Operation.createAccount({ destination: to, startingBalance: "2" });
  return wishTo(to, 2n * UNIT, async () => {
    await world.apply([opener], [open]);
    // The answers to both sendings get lost.
    await steer(world.stellar, "/faults", { "accept-then-504": 2 });
  });
}

async function toOneThatIsClosed(): Promise<Wish> {
  const recipient = await world.stranger();
  const close = Operation.accountMerge({ destination: opener.publicKey() });
  return wishTo(recipient.publicKey(), 0n, () => world.apply([recipient], [close]));
}

test(
  "what finds its recipient's account opened is paid once wherever its process dies, the answers to both sendings lost",
  async () => {
    const moments = await meetFateEverywhere(world, toOneThatIsOpened, DEATHS);
    expect(moments.filter((moment) => moment === "after send")).toHaveLength(2);
    expect(moments.length).toBeGreaterThan(16);
  },
  LIMIT_MS,
);

test(
  "what finds it closed opens it once wherever its process dies, its bounds having passed before another comes",
  async () => {
    const moments = await meetFateEverywhere(world, toOneThatIsClosed, DEATHS, { isLate: "before a ledger" });
    expect(moments.filter((moment) => moment === "after send")).toHaveLength(2);
  },
  LIMIT_MS,
);

test(
  "it is paid once where its process stands still before any act, and goes on when another made it long ago",
  async () => {
    const moments = await meetFateEverywhere(world, toOneThatIsOpened, STANDSTILLS, { isLate: "before a ledger" });
    expect(moments.length).toBeGreaterThan(12);
  },
  LIMIT_MS,
);
