import { io } from "socket.io-client";
import { PROTOCOL_VERSION, PULL_LIMIT, type SyncCollection } from "#schemas/protocol.ts";
import { untilAnswered } from "#tests/faults/money/answers.ts";
import { stroopsOf } from "#tests/faults/money/amounts.ts";
import { decide } from "#tests/faults/money/decisions.ts";
import { pause } from "#tests/faults/money/link-proxy.ts";
import { ask, type Person } from "#tests/faults/money/people.ts";
import { pullRows } from "#tests/faults/money/pull.ts";
import { askToDeposit, askToSend, type DepositRequest } from "#tests/faults/money/workload.ts";
import { eventually } from "#tests/support/app.ts";
import { type Business, decideDeposits } from "./business.ts";

const ANSWER_MS = 60_000;
const HANDS = 8;
const PATIENCE_MS = 300_000;
const LOOK_MS = 500;
const HELD = ["transactions", "orders", "claimable_balances"] as const satisfies readonly SyncCollection[];

/** What a device holds of what its owner may see, and up to where. */
export interface Device {
  readonly owner: Person;
  readonly held: ReadonlyMap<SyncCollection, Held>;
}

type Rows = readonly Readonly<Record<string, unknown>>[];

interface Held {
  readonly checkpoint: unknown;
  readonly rows: Rows;
}

/** A device for each of them, which holds all there is now. */
export async function openDevices({ stack, people }: Business): Promise<Device[]> {
  const from = { url: stack.serverUrls[0] ?? "", origin: stack.publicUrl };
  const devices: Device[] = [];
  for (const owner of people) {
    const held: [SyncCollection, Held][] = [];
    for (const collection of HELD) {
      const rows = await pullRows(from, owner, collection);
      const { checkpoint } = await pullOnce(from, owner, collection, null);
      held.push([collection, { checkpoint, rows }]);
    }
    devices.push({ owner, held: new Map(held) });
  }
  return devices;
}

/** Each of them is told that it knows of another past, and holds no less than before once it began anew. */
export async function checkDevices({ stack }: Business, devices: readonly Device[]): Promise<string[]> {
  const from = { url: stack.serverUrls[0] ?? "", origin: stack.publicUrl };
  const problems: string[] = [];
  for (const { owner, held } of devices) {
    const moved = new Set((await pullRows(from, owner, "transactions")).map(({ hash }) => hash));
    for (const [collection, { checkpoint, rows }] of held) {
      const answer = await pullOnce(from, owner, collection, checkpoint);
      // Of what nobody has anything it knows nothing, and begins with that.
      if (rows.length > 0 && Object(answer.error).code !== "sync-restored")
        problems.push(`${owner.name}'s device asked on for ${collection} and was told ${JSON.stringify(answer.error)}`);
      const now = new Set((await pullRows(from, owner, collection)).map(({ uid }) => uid));
      const lost = rows.filter((row) => !now.has(row["uid"]) && !isSwapNow(row, moved)).map(({ uid }) => uid);
      if (lost.length > 0)
        problems.push(`${owner.name}'s device lost ${lost.length} ${collection}: ${lost.slice(0, 3)}`);
    }
  }
  return problems;
}

/** To the ledger an order at the market's price is a swap: what was paid stands in the history, and that it was an order is known to nobody. */
function isSwapNow({ uid, kind, hash }: Rows[number], moved: ReadonlySet<unknown>): boolean {
  return String(uid).startsWith("op-") && kind === "market" && moved.has(hash);
}

async function pullOnce(
  { url, origin }: { readonly url: string; readonly origin: string },
  { cookie }: Person,
  collection: SyncCollection,
  checkpoint: unknown,
): Promise<{ readonly checkpoint: unknown; readonly error: unknown }> {
  const socket = io(url, {
    transports: ["websocket"],
    auth: { protocol: PROTOCOL_VERSION },
    extraHeaders: { cookie, origin },
    forceNew: true,
    reconnection: false,
  });
  try {
    const answer: unknown = await socket
      .timeout(ANSWER_MS)
      .emitWithAck("pull", { collection, checkpoint, limit: PULL_LIMIT });
    const { checkpoint: next, ...rest } = Object(answer);
    return { checkpoint: next, error: rest.error ?? rest };
  } finally {
    socket.disconnect();
  }
}

/**
 * Every device does with each of its confirmations what it does whose answer got lost: some ask what became of it, some send a payment
 * again. Tells what is not as it was.
 */
export async function confirmAgain(business: Business): Promise<string[]> {
  const { stack, random, work } = business;
  const problems: string[] = [];
  const asked = [...work.sends, ...work.trades, ...work.claims].filter(
    ({ answer }) => answer !== null && "submissionId" in answer,
  );
  const queue = asked.entries();
  const hand = async (): Promise<void> => {
    for (const [index, request] of queue) {
      if ("memo" in request && index % 2 === 0) {
        // What it was told before named a submission that is gone.
        request.answer = null;
        await askToSend(stack, random, request);
        if (!request.answer || "refusal" in request.answer)
          problems.push(`${request.key} was confirmed again and answered ${JSON.stringify(request.answer)}`);
        continue;
      }
      const by = "from" in request ? request.from : request.by;
      const body = { idempotencyKey: request.key };
      const answer = await untilAnswered(() => ask(stack, random, "/api/wallet/confirmations/settle", by.cookie, body));
      const { id, state } = Object(answer.body["submission"]);
      request.answer = id === undefined ? { refusal: "nothing came of it" } : { submissionId: Number(id) };
      if (answer.status !== 200)
        problems.push(`${request.key} was asked after: ${state} ${JSON.stringify(answer.body)}`);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
  return problems;
}

/**
 * People declare again what the service has lost, under the same receipt; it is credited once two operators said so, and waits wherever the house
 * has paid them since the backup until a super says which payment that was.
 */
export async function declareAgain(business: Business): Promise<number> {
  const { stack, random, database, crew, work } = business;
  const cashed = database.collection("cash_app_deposits");
  let lost = 0;
  for (const { transactionId, ...request } of work.deposits) {
    if (await cashed.findOne({ cashAppTransactionId: transactionId })) continue;
    const again: DepositRequest = { ...request, transactionId, depositId: null };
    await askToDeposit(stack, random, again);
    lost += 1;
  }
  await eventually(async () => {
    await pause(LOOK_MS);
    await decideDeposits(business);
    const answer = await ask(stack, random, "/api/admin/restored", crew.first.cookie);
    const payments: unknown = answer?.body["payments"];
    for (const { hash, paid, waiting } of Array.isArray(payments) ? payments : []) {
      const [{ to, amount }] = paid;
      const fit = waiting.find((each: { amount: unknown }) => stroopsOf(each.amount) === stroopsOf(amount));
      if (!fit && (await isOwed(business, String(to), stroopsOf(amount)))) continue;
      await decide(business, crew.first, {
        what: "know-payment",
        method: "POST",
        path: "/api/admin/restored/payments",
        body: (reason) => ({ hash, submissionId: fit?.submissionId ?? null, reason }),
      });
    }
    const open = await cashed.countDocuments({ status: { $in: ["pending", "approved", "crediting"] } });
    return Array.isArray(payments) && payments.length === 0 && open === 0;
  }, PATIENCE_MS);
  return lost;
}

/** Whether there is a deposit of as much for them that the house has not begun to pay. */
async function isOwed({ database, people }: Business, to: string, stroops: bigint): Promise<boolean> {
  const userId = people.find(({ address }) => address === to)?.id ?? 0;
  const open = await database
    .collection("cash_app_deposits")
    .find({ userId, status: { $in: ["pending", "approved", "crediting"] } })
    .toArray();
  return open.some(({ xlmCredited }) => xlmCredited == null || stroopsOf(xlmCredited) === stroops);
}
