import { loadavg } from "node:os";
import { argon2Sync, randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { Account, Asset, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { payFromHouse } from "#server/platform/house/pay.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";

const CLOSE_INTERVAL_MS = 1000;
const UNIT = 10_000_000n;
const TIMEOUT_MS = 10 * 60 * 1000;

/** House payments per second from request to confirmation, through that many channel accounts. */
async function throughChannels(channels: number, payments: number): Promise<number> {
  const app = await startTestApp({ closeIntervalMs: CLOSE_INTERVAL_MS, house: { channels } });
  try {
    await eventually(async () => (await openChannels(app)) === channels, TIMEOUT_MS);
    const { user } = await aUser(app);
    const to = user.walletAddress ?? "";
    await eventually(() => accountCollection(app.database).findOne({ _id: to, exists: true }), 60_000);
    const from = performance.now();
    await app.database.transaction(async (session) => {
      for (let made = 0; made < payments; made += 1) {
        const key = `bench-${made}`;
        const payment = {
          from: "treasury",
          to,
          asset: NATIVE,
          amount: UNIT,
          memo: "",
          key,
          kind: "house",
          fee: 100n,
        } as const;
        await payFromHouse(app.runtime, session, payment);
      }
    });
    const paid = { userId: 0, idempotencyKey: /^bench-/, state: "confirmed" } as const;
    await eventually(
      async () => (await submissionCollection(app.database).countDocuments(paid)) === payments,
      TIMEOUT_MS,
    );
    return payments / ((performance.now() - from) / 1000);
  } finally {
    await app.stop();
  }
}

function openChannels(app: TestApp): Promise<number> {
  return accountCollection(app.database).countDocuments({ role: "channel", exists: true });
}

/** Payments per second of the network alone: signed beforehand, sent one after another, until a ledger holds the last. */
async function networkAlone(payments: number): Promise<number> {
  const app = await startTestApp({ closeIntervalMs: CLOSE_INTERVAL_MS });
  try {
    const node = new rpc.Server(app.stellar.rpcUrl, { allowHttp: true });
    const payer = Keypair.random();
    await fetch(`${app.stellar.friendbotUrl}?addr=${payer.publicKey()}`);
    const { seqNum } = await node.getAccountEntry(payer.publicKey());
    const account = new Account(payer.publicKey(), String(seqNum));
    const signed = Array.from({ length: payments }, () => {
      const operation = Operation.payment({ destination: payer.publicKey(), asset: Asset.native(), amount: "1" });
      const terms = { fee: "100", networkPassphrase: app.stellar.passphrase };
      const transaction = new TransactionBuilder(account, terms).addOperation(operation).setTimeout(300).build();
      transaction.sign(payer);
      return transaction;
    });
    const from = performance.now();
    for (const transaction of signed) {
      // One of an account waits at a time; the next is taken once the ledger has closed.
      await eventually(async () => (await node.sendTransaction(transaction)).status === "PENDING", TIMEOUT_MS);
    }
    return payments / ((performance.now() - from) / 1000);
  } finally {
    await app.stop();
  }
}

function perSecond(count: number, work: () => void): number {
  const from = performance.now();
  for (let done = 0; done < count; done += 1) work();
  return count / ((performance.now() - from) / 1000);
}

function say(name: string, value: number, unit: string): void {
  const [load = 0] = loadavg();
  console.log(`${name.padEnd(58)} ${value.toFixed(1).padStart(9)} ${unit.padEnd(14)} (load ${load.toFixed(1)})`);
}

const alone = await networkAlone(20);
say("one account on the embedded network, ledgers of 1 s", alone, "payments/s");
const one = await throughChannels(1, 20);
say("house payments through 1 channel", one, "payments/s");
const twenty = await throughChannels(20, 400);
say("house payments through 20 channels", twenty, "payments/s");
say("20 channels beside 1", twenty / one, "times");
say("1 channel beside the network's own pace of one account", one / alone, "times");

const seed = randomBytes(32);
const pair = Keypair.fromRawEd25519Seed(seed);
const hash = randomBytes(32);
say(
  "ed25519 signatures, no vault",
  perSecond(2000, () => pair.sign(hash)),
  "signatures/s",
);
const terms = {
  message: "correct horse battery",
  nonce: seed,
  memory: 19_456,
  passes: 2,
  parallelism: 1,
  tagLength: 32,
};
say(
  "argon2id with the server's parameters, one thread",
  perSecond(20, () => argon2Sync("argon2id", terms)),
  "hashes/s",
);
