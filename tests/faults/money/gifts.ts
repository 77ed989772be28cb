import { Asset, Keypair, Memo, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import type { Database } from "#server/platform/db/database.ts";
import { gapCollection } from "#server/platform/ingest/gap-store.ts";
import { stroopsOf, stroopsText } from "./amounts.ts";
import { openAccount, sendUntilThere } from "./outsider.ts";
import type { Person } from "./people.ts";
import { integer, oneOf, type Random } from "./random.ts";
import type { Stack } from "./stack.ts";
import type { Give } from "./trouble.ts";

/** What somebody outside paid a person while no server looked. */
export interface Gift {
  readonly hash: string;
  readonly to: Person;
  readonly stroops: bigint;
}

const UNIT = 10_000_000;
const FEE_STROOPS = "1000";

/** Somebody outside who pays people, and notes in `gifts` what the ledger has of it. */
export async function openGifts(stack: Stack, random: Random, people: readonly Person[], gifts: Gift[]): Promise<Give> {
  const keys = Keypair.random();
  const account = await openAccount(stack, keys.publicKey());
  return async () => {
    const to = oneOf(random, people);
    const stroops = BigInt(integer(random, 1, UNIT));
    const transaction = new TransactionBuilder(account, { fee: FEE_STROOPS, networkPassphrase: stack.passphrase })
      .addOperation(Operation.payment({ destination: to.address, asset: Asset.native(), amount: stroopsText(stroops) }))
      .addMemo(Memo.text(`gift ${gifts.length + 1}`))
      .setTimeout(0)
      .build();
    transaction.sign(keys);
    const hash = Buffer.from(transaction.hash()).toString("hex");
    await sendUntilThere(stack, transaction.toXDR(), hash);
    gifts.push({ hash, to, stroops });
  };
}

/** Every gap is filled, and what was paid in them stands in its owner's history, once. */
export async function checkGifts(database: Database, gifts: readonly Gift[]): Promise<string[]> {
  const gaps = await gapCollection(database)
    .find({ state: { $ne: "filled" } })
    .toArray();
  const problems = gaps.map(({ first, last, state }) => `the gap of ledgers ${first} to ${last} is ${state}`);
  for (const { hash, to, stroops } of gifts) {
    const rows = await database.collection("transactions").find({ userId: to.id, hash }).toArray();
    const [row] = rows;
    if (rows.length !== 1 || row?.["type"] !== "receive" || stroopsOf(row["amount"]) !== stroops)
      problems.push(`${to.name} was paid ${stroops} stroops by ${hash}, of which the history has ${rows.length} rows`);
  }
  return problems;
}
