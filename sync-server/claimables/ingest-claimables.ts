import { type AccountDocument, takeAccount } from "#server/platform/ingest/account.ts";
import { assertNotPassed } from "#server/platform/ingest/cursor.ts";
import type { IngestPart, PartDeps } from "#server/platform/ingest/parts.ts";
import type { LedgerClaimable } from "#server/platform/network/claimables.ts";
import type { ListedClaimable } from "#server/platform/network/horizon-account.ts";
import { closeGone, foldClaimables, putListed, resyncClaimables } from "./claimables.ts";
import { tellClaimants } from "./tell-claimants.ts";

/** Claimable balances of one account that are taken over: beyond, they are advertisements. */
const MOST_CLAIMABLES = 1000;

/** What is set aside for wallets of ours, as ingestion keeps it. */
export const CLAIMABLES_PART: IngestPart = {
  fold: async (runtime, session, items, accounts, names) => ({
    creators: await foldClaimables(runtime.database, session, items, accounts, names),
    tell: () => tellClaimants(runtime, session, items, accounts, names),
  }),
  resync: (deps, head) => resyncClaimables(deps, head.sequence),
  endGone: (deps, userId, head) => closeGone(deps, userId, head.sequence),
  addListed: async (deps, { lists }, account) =>
    addClaimables(deps, account, await lists.claimables(account._id, MOST_CLAIMABLES)),
};

async function addClaimables(
  { runtime, network }: PartDeps,
  account: AccountDocument,
  listed: readonly ListedClaimable[],
) {
  const { database } = runtime;
  const found = await network.claimables(listed.map(({ balanceId }) => balanceId));
  const there = listed.flatMap((each) => {
    const balance: LedgerClaimable | undefined = found.byId.get(each.balanceId);
    return balance ? [{ ...each, balance }] : [];
  });
  if (there.length === 0) return;
  await database.transaction(async (session) => {
    await assertNotPassed(runtime, session, found.ledger);
    if (await takeAccount(database, session, account._id)) await putListed(runtime, session, account, there);
  });
}
