import { randomBytes } from "node:crypto";
import { Asset, Keypair, Operation, StrKey } from "@stellar/stellar-sdk";
import { INGEST_PARTS } from "#server/ingest-parts.ts";
import { insertAccount } from "#server/platform/ingest/account.ts";
import { readCursor } from "#server/platform/ingest/cursor.ts";
import { GapFiller } from "#server/platform/ingest/fill-gaps.ts";
import { followOn } from "#server/platform/ingest/follow.ts";
import { gapCollection, type GapWay } from "#server/platform/ingest/gap-store.ts";
import { OwnAccounts } from "#server/platform/ingest/own-accounts.ts";
import { openLedgerHistory } from "#server/platform/network/horizon-history.ts";
import { startWorld, type World } from "#tests/support/world.ts";
import type { Result } from "./results.ts";

/** Ledgers that the network's RPC remembers. */
const RETAINED = 10;
/** Of so many ledgers one has transactions: one of ours, and others' in number. */
const LEDGERS_PER_BUSY = 10;
const OTHERS = 20;
const REGISTERED_AT_ONCE = 500;

/** Ledgers filled per second, and requests per 1,000 ledgers, with so many accounts of ours; each on the way that it takes by itself, and on the other. */
export async function measureGap(ledgers: number, accounts: readonly number[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const count of accounts) {
    const own = await fillOne(ledgers, count, null);
    const other = await fillOne(ledgers, count, own.way === "walk" ? "ask" : "walk");
    results.push(...own.results, ...other.results);
  }
  return results;
}

/** Fills a gap by a way, or by the one that it takes by itself; answers with which that was. */
async function fillOne(ledgers: number, accounts: number, way: GapWay | null) {
  const world = await startWorld({ retainLedgers: RETAINED, hasHorizon: true });
  try {
    const own = await world.ours(1);
    await register(world, accounts - 1);
    await world.ingest();
    await live(world, own, ledgers);
    let requests = 0;
    const filler = new GapFiller(({ runtime, network }) =>
      openLedgerHistory(runtime.config.stellar, network, { onRequest: () => (requests += 1) }),
    );
    const deps = { runtime: world.runtime, network: world.network, parts: INGEST_PARTS };
    const keys = new OwnAccounts();
    while (!(await gapCollection(world.database).findOne({}))) await followOn(deps, keys, filler);
    if (way !== null) await gapCollection(world.database).updateOne({}, { $set: { way } });
    const beganMs = performance.now();
    while ((await filler.step(deps, keys)).outcome !== "none");
    const seconds = (performance.now() - beganMs) / 1000;
    const gap = await gapCollection(world.database).findOne({});
    const filled = gap ? gap.last - gap.first + 1 : 0;
    if (gap?.state !== "filled" || (await readCursor(world.database, null)) === null)
      throw new Error("it was not filled");
    const chosen = way === null ? ", which it takes by itself" : "";
    const name = `gap of ${filled} ledgers, ${accounts} accounts of ours, by the way "${gap.way}"${chosen}`;
    const note = `${gap.transactions} transactions of ours among ${Math.floor(ledgers / LEDGERS_PER_BUSY) * (OTHERS + 1)}`;
    const rate = { name, value: filled / seconds, unit: "ledgers/s", note };
    const asked = { name: "  requests per 1,000 ledgers", value: (requests / filled) * 1000, unit: "" };
    const results: Result[] = [rate, { ...asked, note: `${requests} in all` }];
    return { way: gap.way, results };
  } finally {
    await world.stop();
  }
}

/** Accounts of ours that nothing happens to. */
async function register(world: World, count: number): Promise<void> {
  for (let made = 0; made < count; made += REGISTERED_AT_ONCE)
    await world.database.transaction(async (session) => {
      for (let one = made; one < Math.min(count, made + REGISTERED_AT_ONCE); one += 1)
        await insertAccount(world.database, session, StrKey.encodeEd25519PublicKey(randomBytes(32)), 10 + one);
    });
}

async function live(world: World, own: Keypair, ledgers: number): Promise<void> {
  const strangers: Keypair[] = [];
  for (let each = 0; each < OTHERS + 1; each += 1) strangers.push(await world.stranger());
  for (let ledger = 0; ledger < ledgers; ledger += 1) {
    if (ledger % LEDGERS_PER_BUSY !== 0) {
      await world.close();
      continue;
    }
    const sent = strangers.map((from, index) => {
      const to = index === 0 ? own : (strangers[index - 1] ?? own);
      const pay = Operation.payment({ destination: to.publicKey(), asset: Asset.native(), amount: "0.1" });
      return world.send([from], [pay]);
    });
    await Promise.all(sent);
    await world.close();
  }
  for (let closed = 0; closed < 2 * RETAINED; closed += 1) await world.close();
}
