import { accountCollection } from "./account.ts";
import { askLookUps } from "./account-look-ups.ts";
import { foldHistory } from "./fold-items.ts";
import { isOfSurroundings } from "./of-surroundings.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { quarantineCollection, type QuarantinedTransaction, resolveQuarantine } from "./quarantine.ts";
import { addressesOf, tryToRead } from "./read-item.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/**
 * Takes up what was kept aside and is understood by now, oldest first: its movements, orders and claimable balances come into the
 * history. What accounts hold was read from the ledger since, and is left alone. What still is not understood goes on waiting.
 */
export async function retryQuarantined(deps: Deps): Promise<void> {
  const { database, log } = deps.runtime;
  const waiting = quarantineCollection(database).find(
    { state: "waiting", isCut: false },
    { sort: { ledger: 1, order: 1 }, batchSize: 20 },
  );
  let isAny = false;
  for await (const kept of waiting) {
    isAny = true;
    try {
      await takeUp(deps, kept);
    } catch (error) {
      if (isOfSurroundings(error)) throw error;
      log.error({ err: error, hash: kept._id }, "a transaction of the ledger is still not understood");
    }
  }
  if (isAny) await resolveQuarantine(deps.runtime);
}

async function takeUp({ runtime, network, parts }: Deps, kept: QuarantinedTransaction): Promise<void> {
  const { database } = runtime;
  const { _id: hash, ...transaction } = kept;
  const item = tryToRead({ ...transaction, hash }, network.passphrase);
  if ("error" in item) throw item.error;
  const touched = { _id: { $in: [...new Set(addressesOf(item))] } };
  await database.transaction(async (session) => {
    const taken = await quarantineCollection(database).updateOne(
      { _id: hash, state: "waiting" },
      { $set: { state: "taken-up", envelopeXdr: "", resultXdr: "", metaXdr: "" } },
      { session },
    );
    if (taken.modifiedCount === 0) return;
    const accounts = accountCollection(database);
    await accounts.updateMany(touched, { $inc: { version: 1 } }, { session });
    const ours = await accounts.find(touched, { session }).toArray();
    await foldHistory({ runtime, parts }, session, [item], new Map(ours.map((account) => [account._id, account])));
    // What it set aside or placed may be gone again by now.
    const addresses = ours.map(({ _id }) => _id);
    await askLookUps(runtime, session, addresses, transaction.ledger);
  });
}
