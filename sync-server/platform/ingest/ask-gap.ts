import type { Database } from "#server/platform/db/database.ts";
import { type PastTransaction, UntrueHistoryError } from "#server/platform/network/history-records.ts";
import type { LedgerHistory } from "#server/platform/network/horizon-history.ts";
import { cursorAfterLedger, ledgerOfCursor, orderOfCursor } from "#server/platform/network/network.ts";
import { isRowSealed } from "#server/platform/seals/sealed-rows.ts";
import { tellForged } from "#server/platform/seals/tell-forged.ts";
import { accountCollection } from "./account.ts";
import { askAccount, BEGINNING } from "./ask-account.ts";
import { type GapPage, placeAfter } from "./fold-gap.ts";
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
const FINDINGS_PER_PAGE = 50;

/**
 * Asks for the next accounts of ours, and keeps what each did in the gap, page by page: nothing of it is folded until all were asked,
 * so that the history comes in the order of the ledger. Answers whether more is left to ask.
 */
export async function askNext({ runtime }: PartDeps, history: LedgerHistory, gap: LedgerGap): Promise<boolean> {
  const { database } = runtime;
  const { _id, askedNumber, lastNumber, ledger, last, asking = {} } = gap;
  const next = await accountCollection(database)
    .find(
      { number: { $gt: askedNumber, $lte: lastNumber } },
      { sort: { number: 1 }, limit: ACCOUNTS_AT_ONCE, projection: { number: 1 } },
    )
    .toArray();
  const upTo = next.at(-1)?.number;
  if (upTo === undefined) return false;
  const span = { first: ledger + 1, last };
  const asked = await Promise.all(
    next.map(async ({ _id: address, number }) => {
      const from = asking[number] ?? BEGINNING;
      return { number, ...(await askAccount({ database, history, gap: _id, span }, address, from)) };
    }),
  );
  const failed = asked.find(({ problem }) => problem !== null)?.problem;
  if (failed && !asked.some(({ isFurther }) => isFurther)) throw failed;
  const found = [...new Map(asked.flatMap((each) => each.found).map((each) => [each.hash, each])).values()];
  for (let start = 0; start < found.length; start += FINDINGS_PER_WRITE)
    await database.transaction((session) =>
      keepFindings(database, session, _id, found.slice(start, start + FINDINGS_PER_WRITE)),
    );
  const to = Object.fromEntries(asked.map((each) => [each.number, each.to]));
  const isAll = asked.every((each) => each.to.list === "none");
  await database.transaction((session) =>
    gapCollection(database).updateOne(
      { _id, askedNumber, state: "open" },
      isAll ? { $set: { askedNumber: upTo }, $unset: { asking: "" } } : { $set: { asking: to } },
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
  const plain = found.map(({ _id: _finding, gap: _gap, seal: _seal, ...each }) => each);
  const told = await completed(deps, history, plain, prover(history)).catch(async (error: unknown) => {
    // Which of the two answers was the lie is not known: both are asked for anew.
    if (error instanceof UntrueHistoryError) await forgetFound(database, gap);
    throw error;
  });
  const items = told.map((each) => tryToRead(each, network.passphrase));
  const end = { cursor: cursorAfterLedger(gap.last), ledger: gap.last };
  const isAll = found.length < FINDINGS_PER_PAGE && told.length === found.length;
  // The last ledger of what is not all may go on: it is whole only with what comes next.
  return { items, to: placeAfter(gap, told.at(-1), isAll ? 0 : 1, end) };
}

/** Has all accounts asked for anew. */
function forgetFound(database: Database, { _id }: LedgerGap): Promise<void> {
  return database.transaction(async (session) => {
    await gapCollection(database).updateOne(
      { _id, state: "open" },
      { $set: { askedNumber: 0 }, $unset: { asking: "" } },
      { session },
    );
    await findingCollection(database).deleteMany({ gap: _id }, { session });
  });
}

/** Asks before each transaction, which come in their order, whether its ledger's header vouches for it. Throws NetworkError where not. */
function prover(history: LedgerHistory) {
  let proven = { sequence: 0, known: new Map<string, PastTransaction>() };
  return async ({ hash, ledger, order, resultXdr }: PastTransaction): Promise<void> => {
    if (proven.sequence !== ledger) {
      const ledgers = await history.ledgers({ first: ledger, last: ledger });
      const transactions = await history.transactionsOf(ledgers);
      proven = { sequence: ledger, known: new Map(transactions.map((each) => [each.hash, each])) };
    }
    const told = proven.known.get(hash);
    if (told?.order !== order || told.resultXdr !== resultXdr)
      throw new UntrueHistoryError(`transaction ${hash} is not one of ledger ${ledger}`);
  };
}
