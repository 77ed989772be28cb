import { createHash } from "node:crypto";
import { formatAmount } from "#schemas/values/money.ts";
import { type Database, openDatabase } from "#server/platform/db/database.ts";
import { putReplicated, type ReplicatedWrite } from "#server/platform/db/replicated.ts";

const DATABASE = "astrolabe";
const TIMEOUT_MS = 10_000;
const BATCH = 500;
const PEOPLE = 40;
const HOUR_MS = 3_600_000;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Gives a registered person that many confirmed payments, one an hour back from now, as ingestion would have written them. */
export async function writeHistory(
  mongoUrl: string,
  username: string,
  address: string,
  transactions: number,
): Promise<void> {
  const database = await openDatabase(mongoUrl, DATABASE, TIMEOUT_MS);
  try {
    const user = await database.collection("users").findOne({ username });
    const userId: unknown = user?.["id"];
    if (typeof userId !== "number") throw new Error(`${username} is not in the database`);
    await writePayments(database, userId, transactions, address);
  } finally {
    await database.close();
  }
}

/** The same for whoever has that id; `from` are there already. */
export async function writePayments(
  database: Database,
  userId: number,
  transactions: number,
  address = addressOf(PEOPLE),
  from = 0,
): Promise<void> {
  const nowMs = Date.now();
  for (let first = from; first < transactions; first += BATCH) {
    const size = Math.min(BATCH, transactions - first);
    const writes = Array.from({ length: size }, (_, offset) => paymentOf(address, first + offset, nowMs));
    await database.transaction((session) => putReplicated(database, session, "transactions", userId, writes));
  }
}

/** Of the payment of that number. */
export function paidHash(index: number): string {
  return createHash("sha256").update(operationOf(index)).digest("hex");
}

function operationOf(index: number): string {
  return String(4_294_967_296n * BigInt(index + 1) + 1n);
}

function paymentOf(address: string, index: number, nowMs: number): ReplicatedWrite {
  const isOutgoing = index % 3 === 0;
  const other = addressOf(index % PEOPLE);
  const operationId = operationOf(index);
  return {
    uid: operationId,
    fields: {
      operationId,
      type: isOutgoing ? "send" : "receive",
      assetCode: "XLM",
      issuer: "",
      amount: formatAmount(BigInt(index + 1) * 12_345n),
      fee: formatAmount(isOutgoing ? 100n : 0n),
      from: isOutgoing ? address : other,
      to: isOutgoing ? other : address,
      hash: paidHash(index),
      memo: index % 5 === 0 ? `invoice ${index}` : "",
      status: "confirmed",
      ledger: index + 1,
      timestamp: new Date(nowMs - (index + 1) * HOUR_MS),
    },
  };
}

/** The shape of an address; nobody is asked whether it exists. */
function addressOf(person: number): string {
  const bytes = createHash("sha512").update(String(person)).digest();
  return `G${Array.from(bytes.subarray(0, 55), (byte) => BASE32[byte % BASE32.length]).join("")}`;
}
