import type { Database } from "#server/platform/db/database.ts";
import { type PastTransaction, UntrueHistoryError } from "#server/platform/network/history-records.ts";
import type { LedgerHistory } from "#server/platform/network/horizon-history.ts";
import { cursorAfterLedger, ledgerOfCursor, operationId, orderOfCursor } from "#server/platform/network/network.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { accountCollection } from "./account.ts";
import type { GapPage } from "./fold-gap.ts";
import { FINDING_KIND, findingCollection, gapCollection, keepFindings, type LedgerGap } from "./gap-store.ts";
import type { IngestPart, PartDeps } from "./parts.ts";
import { completed } from "./past-page.ts";
import { tryToRead } from "./read-item.ts";

interface Deps extends PartDeps {
  readonly parts: readonly IngestPart[];
}

/** Accounts asked for at once. */
const ACCOUNTS_AT_ONCE = 8;
const FINDINGS_PER_WRITE = 100;
const FINDINGS_PER_PAGE = 200;

/**
 * Asks for the next accounts of ours, and keeps what each did in the gap: nothing of it is folded until all were asked, so that the
 * history comes in the order of the ledger. Answers whether more accounts are left.
 */
export async function askNext({ runtime }: PartDeps, history: LedgerHistory, gap: LedgerGap): Promise<boolean> {
  const { database } = runtime;
  const { _id, askedNumber, lastNumber, ledger, last } = gap;
  const next = await accountCollection(database)
    .find(
      { number: { $gt: askedNumber, $lte: lastNumber } },
      { sort: { number: 1 }, limit: ACCOUNTS_AT_ONCE, projection: { number: 1 } },
    )
    .toArray();
  const upTo = next.at(-1)?.number;
  if (upTo === undefined) return false;
  const span = { first: ledger + 1, last };
  const lists = await Promise.all(next.map(({ _id: address }) => history.transactionsOfAccount(address, span)));
  const found = [...new Map(lists.flat().map((transaction) => [transaction.hash, transaction])).values()];
  for (let start = 0; start < found.length; start += FINDINGS_PER_WRITE)
    await database.transaction((session) =>
      keepFindings(database, session, _id, found.slice(start, start + FINDINGS_PER_WRITE)),
    );
  await database.transaction((session) =>
    gapCollection(database).updateOne(
      { _id, askedNumber, state: "open" },
      { $set: { askedNumber: upTo } },
      { session },
    ),
  );
  return true;
}

/** What was found of a gap and is not folded yet, from the oldest on. What somebody else wrote is asked for anew: then null. */
export async function nextFound(deps: Deps, history: LedgerHistory, gap: LedgerGap): Promise<GapPage | null> {
  const { runtime, network } = deps;
  const { database } = runtime;
  const [ledger, order] = [ledgerOfCursor(gap.cursor), orderOfCursor(gap.cursor)];
  const found = await findingCollection(database)
    .find(
      { gap: gap._id, $or: [{ ledger: { $gt: ledger } }, { ledger, order: { $gt: order } }] },
      { sort: { ledger: 1, order: 1 }, limit: FINDINGS_PER_PAGE },
    )
    .toArray();
  const forged = found.filter((finding) => !isRowSealed(database, FINDING_KIND, finding));
  if (forged.length > 0) {
    for (const { _id, hash } of forged) await tellForged(runtime, `transaction ${hash} of a gap`, { _id });
    await forgetFound(database, gap);
    return null;
  }
  try {
    await proveAll(history, found);
  } catch (error) {
    // Which of the two answers was the lie is not known: both are asked for anew.
    if (error instanceof UntrueHistoryError) await forgetFound(database, gap);
    throw error;
  }
  const plain = found.map(({ _id: _finding, gap: _gap, seal: _seal, ...each }) => each);
  const items = (await completed(deps, history, plain)).map((each) => tryToRead(each, network.passphrase));
  const last = found.at(-1);
  const isAll = found.length < FINDINGS_PER_PAGE || !last;
  // The last ledger of a full page may go on: it is whole only with what comes next.
  const whole = isAll ? gap.last : Math.max(last.ledger - 1, gap.ledger);
  const cursor = isAll ? cursorAfterLedger(gap.last) : operationId(last.ledger, last.order, 1);
  return { items, to: { cursor, ledger: whole } };
}

/** Has all accounts asked for anew. */
function forgetFound(database: Database, { _id }: LedgerGap): Promise<void> {
  return database.transaction(async (session) => {
    await gapCollection(database).updateOne({ _id, state: "open" }, { $set: { askedNumber: 0 } }, { session });
    await findingCollection(database).deleteMany({ gap: _id }, { session });
  });
}

/** Throws NetworkError where a header does not vouch for what was told of an account in its ledger. */
async function proveAll(history: LedgerHistory, found: readonly PastTransaction[]): Promise<void> {
  for (const [sequence, told] of Map.groupBy(found, ({ ledger }) => ledger)) {
    const ledgers = await history.ledgers({ first: sequence, last: sequence });
    const known = new Map((await history.transactionsOf(ledgers)).map((each) => [each.hash, each]));
    for (const { hash, order, resultXdr } of told)
      if (known.get(hash)?.order !== order || known.get(hash)?.resultXdr !== resultXdr)
        throw new UntrueHistoryError(`transaction ${hash} is not one of ledger ${sequence}`);
  }
}
