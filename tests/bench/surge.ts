import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Account, Asset, Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { eventually, startTestApp, type TestApp } from "#tests/support/app.ts";
import { aUser } from "#tests/support/builders.ts";
import { steer } from "#tests/support/embedded.ts";
import { lineOfResult, ratioOf, type Result } from "./results.ts";

const CLOSE_INTERVAL_MS = 1000;
const OPERATIONS = 5;
const RIVALS = 30;
const RIVAL_BID = "800";
const PLAIN_BID = "900";
const SENDS = 20;
const POLL_MS = 100;

/** Seconds that twenty payments of one account take while thirty others fill every ledger, beside a plain client that bids more than they do. */
export async function measureSurge(rounds: number): Promise<Result[]> {
  const app = await startTestApp({ closeIntervalMs: CLOSE_INTERVAL_MS });
  const end = new AbortController();
  try {
    const sender = await aUser(app);
    const to = (await aUser(app)).user.walletAddress ?? "";
    const funded = { role: "wallet", exists: true } as const;
    await eventually(async () => (await accountCollection(app.database).countDocuments(funded)) === 2, 60_000);
    const plain = await openPayer(app);
    const rivals = await Promise.all(Array.from({ length: RIVALS }, () => openPayer(app)));
    await steer(app.stellar, "/upgrade", { maxTxSetSize: OPERATIONS });
    const surge = rivals.map(async (rival) => {
      while (!end.signal.aborted) await rival(RIVAL_BID).catch(() => pause(POLL_MS));
    });
    const [own, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      other.push(
        await seconds(async () => {
          for (let sent = 0; sent < SENDS; sent += 1) await plain(PLAIN_BID);
        }),
      );
      own.push(await seconds(() => sendAll(app, sender, to, `surge-${round}`)));
    }
    end.abort();
    await Promise.all(surge);
    await refuseWrong(app);
    const goal = { kind: "at most", value: 1.3 } as const;
    const counterpart = `of a plain client that bids ${PLAIN_BID}`;
    return [ratioOf({ name: `${SENDS} sends in a surge`, unit: "s", own, other, counterpart, goal })];
  } finally {
    end.abort();
    await app.stop();
  }
}

/** Whoever pays themself once, with so much for a bid, until a ledger has it. */
async function openPayer({ stellar }: TestApp): Promise<(bid: string) => Promise<void>> {
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true });
  const keys = Keypair.random();
  await fetch(`${stellar.friendbotUrl}?addr=${keys.publicKey()}`);
  const operation = Operation.payment({ destination: keys.publicKey(), asset: Asset.native(), amount: "1" });
  return async (bid) => {
    const { seqNum } = await node.getAccountEntry(keys.publicKey());
    const account = new Account(keys.publicKey(), String(seqNum));
    const terms = { fee: bid, networkPassphrase: stellar.passphrase };
    const transaction = new TransactionBuilder(account, terms).addOperation(operation).setTimeout(300).build();
    transaction.sign(keys);
    for (;;) {
      const { hash } = await node.sendTransaction(transaction);
      const found = await node.pollTransaction(hash, { attempts: 20, sleepStrategy: () => POLL_MS });
      if (found.status === "SUCCESS") return;
    }
  };
}

async function sendAll(app: TestApp, { cookie, password }: Awaited<ReturnType<typeof aUser>>, to: string, key: string) {
  for (let sent = 0; sent < SENDS; sent += 1) {
    const about = { to, assetCode: "XLM", amount: "1" };
    const check = await app.server.inject({
      method: "POST",
      url: "/api/wallet/send/check",
      headers: { cookie },
      payload: about,
    });
    const agreed = { to, memo: "", memoType: "text", networkFee: check.json().networkFee, operatorFee: null };
    const response = await app.server.inject({
      method: "POST",
      url: "/api/wallet/send",
      headers: { cookie },
      payload: { ...about, agreed, idempotencyKey: `${key}-${randomUUID()}`, password },
    });
    if (response.statusCode >= 300) throw new Error(`a payment was refused: ${response.body}`);
  }
  const confirmed = { idempotencyKey: { $regex: `^${key}-` }, state: "confirmed" } as const;
  const submissions = submissionCollection(app.database);
  await eventually(async () => (await submissions.countDocuments(confirmed)) === SENDS, 10 * 60_000);
}

/** Nothing was bid above what was agreed to. */
async function refuseWrong({ database }: TestApp): Promise<void> {
  for await (const { id, fee, feeBound } of submissionCollection(database).find({ kind: "send" }))
    if (BigInt(fee) > BigInt(feeBound ?? 0)) throw new Error(`submission ${id} bid ${fee} of at most ${feeBound}`);
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

if (import.meta.main) for (const result of await measureSurge(2)) console.log(lineOfResult(result));
