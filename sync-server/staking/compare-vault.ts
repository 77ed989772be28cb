import type { ClientSession } from "mongodb";
import { owedTo } from "#schemas/stake-reckoning.ts";
import { amountText, parseAmount } from "#schemas/values/money.ts";
import type { Runtime } from "#server/platform/http/runtime.ts";
import { houseAccount } from "#server/platform/house/accounts.ts";
import { openIssue, resolveIssue } from "#server/platform/issues/issues.ts";
import { lineOf } from "#server/platform/ingest/spendable.ts";
import { owedToSuspense } from "#server/platform/ingest/suspense-items.ts";
import { type AssetName, assetKey, isNative } from "#server/platform/network/assets.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { submissionCollection } from "#server/platform/submissions/submission.ts";
import { issueSaid } from "#server/platform/words/issue-sentences.ts";
import { haltStaking, readBook, setBook } from "./books.ts";
import { freeOfPool, readHouseSide } from "./house-side.ts";
import { offeredAssets } from "./keep-lines.ts";
import { inVault, STAKE_KIND, type StakeDocument, stakeCollection } from "./store.ts";

/** What the vault of an asset holds beside what it should, in stroops, all as of one moment. */
export interface VaultSums {
  readonly asset: AssetName;
  readonly holds: bigint;
  readonly stakes: bigint;
  /** What others sent there, and waits to be paid on. */
  readonly others: bigint;
}

/**
 * Compares the vault of each asset with its stakes. A difference halts that asset's staking and opens an issue; where it passes again,
 * staking goes on. What pools have to pay is counted anew with it.
 */
export async function compareVaults(runtime: Runtime): Promise<readonly VaultSums[]> {
  const all: VaultSums[] = [];
  for (const asset of await offeredAssets(runtime)) {
    const sums = await runtime.database.transaction((session) => countAsset(runtime, session, asset));
    all.push(sums);
    await raise(runtime, sums);
    await watchPool(runtime, asset);
  }
  return all;
}

async function countAsset(runtime: Runtime, session: ClientSession, asset: AssetName): Promise<VaultSums> {
  const { database } = runtime;
  const vault = await houseAccount(database, "staking", session);
  const holds = isNative(asset) ? (vault?.balance ?? "0") : ((vault && lineOf(vault, asset))?.balance ?? "0");
  let [stakes, promised, owed] = [0n, 0n, 0n];
  const moving: StakeDocument[] = [];
  for await (const stake of stakeCollection(database).find({ ...asset, status: { $ne: "failed" } }, { session })) {
    // What was written past the server counts for nothing: the difference tells of it.
    if (!isRowSealed(database, STAKE_KIND, stake)) continue;
    stakes += inVault(stake);
    if (stake.status === "pending" || stake.status === "withdrawing") moving.push(stake);
    const due = owedTo(stake, parseAmount(stake.accruedRewards));
    if (stake.terms.lockupDays > 0) promised += due;
    else owed += due;
  }
  stakes += await foldedSince(runtime, session, moving);
  const before = await readBook(database, asset, session);
  if (before.promised !== promised || before.owed !== owed) await setBook(database, session, asset, { promised, owed });
  return { asset, holds: BigInt(holds), stakes, others: await othersIn(runtime, session, vault?._id, asset) };
}

/** What ingestion has folded into the vault and its stakes do not say yet: what came in, less what went out. */
async function foldedSince({ database }: Runtime, session: ClientSession, moving: readonly StakeDocument[]) {
  const idOf = ({ status, submissionId, unstakeId }: StakeDocument) =>
    status === "pending" ? submissionId : (unstakeId ?? 0);
  const done = await submissionCollection(database)
    .find(
      { id: { $in: moving.map(idOf) }, isReserving: false, $or: [{ state: "confirmed" }, { foundAs: "confirmed" }] },
      { session, projection: { _id: 0, id: 1 } },
    )
    .toArray();
  const folded = new Set(done.map(({ id }) => id));
  return moving
    .filter((stake) => folded.has(idOf(stake)))
    .reduce(
      (sum, { status, amount, withdrawing }) =>
        sum + (status === "pending" ? parseAmount(amount) : -parseAmount(withdrawing?.amount ?? "0")),
      0n,
    );
}

/** What others sent to the vault: it waits to be paid on, or is on its way. */
async function othersIn(
  { database }: Runtime,
  session: ClientSession,
  vault: string | undefined,
  asset: AssetName,
): Promise<bigint> {
  if (vault === undefined) return 0n;
  const waiting = await owedToSuspense(database, [vault], session);
  const going = await submissionCollection(database)
    .find(
      { account: vault, isReserving: true, kind: { $ne: "unstake" } },
      { session, projection: { _id: 0, holds: 1 } },
    )
    .toArray();
  const portions = [
    ...waiting.map(({ asset: of, amount }) => ({ key: assetKey(of), amount })),
    ...going.flatMap(({ holds }) => holds.map((hold) => ({ key: assetKey(hold), amount: BigInt(hold.amount) }))),
  ];
  return portions.filter(({ key }) => key === assetKey(asset)).reduce((sum, { amount }) => sum + amount, 0n);
}

async function raise(runtime: Runtime, { asset, holds, stakes, others }: VaultSums): Promise<void> {
  const { database } = runtime;
  const { assetCode } = asset;
  const cause = { checkId: "staking-vault", subject: assetKey(asset) };
  const due = stakes + others;
  const { halted } = await readBook(database, asset, null);
  if (holds === due) {
    if (halted !== "")
      await database.transaction((session) => haltStaking(database, session, asset, { halted: "", isShort: false }));
    return resolveIssue(runtime, cause);
  }
  const description = issueSaid("issue.stake-vault.means", {
    assetCode,
    before: amountText(holds),
    after: amountText(due),
  });
  // Halted first: a crash in between leaves no difference without its halt.
  await database.transaction((session) =>
    haltStaking(database, session, asset, { halted: description, isShort: holds < due }),
  );
  await openIssue(runtime, {
    type: "staking",
    ...cause,
    title: issueSaid("issue.stake-vault", { assetCode }),
    description,
    severity: "critical",
    metadata: { asset: assetKey(asset), vault: String(holds), stakes: String(stakes), others: String(others) },
  });
}

/** Tells operators of a pool that has less than it promised or owes. */
async function watchPool(runtime: Runtime, asset: AssetName): Promise<void> {
  const side = await readHouseSide(runtime.database, asset, null);
  const cause = { checkId: "staking-pool", subject: assetKey(asset) };
  if (!side || freeOfPool(side) >= 0n) return resolveIssue(runtime, cause);
  const { assetCode } = asset;
  const { payable, book } = side;
  const told = { assetCode, before: amountText(payable), after: amountText(book.promised + book.owed) };
  return openIssue(runtime, {
    type: "staking",
    ...cause,
    title: issueSaid("issue.stake-pool", { assetCode }),
    description: issueSaid("issue.stake-pool.means", told),
    severity: "error",
    metadata: { asset: assetKey(asset), payable: String(payable), due: String(book.promised + book.owed) },
  });
}
