import type { Database } from "#server/platform/db/database.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { stroopsOf, sumOf } from "./amounts.ts";
import { stakeMoves } from "./check-stakes.ts";
import { ledgerBalances, type LedgerClaim, type LedgerTrade, type LedgerTransaction } from "./ledger.ts";
import type { Person } from "./people.ts";
import { pullRows } from "./pull.ts";
import type { Stack } from "./stack.ts";
import type { Work } from "./workload.ts";

/** What friendbot gives, in stroops. */
const FIRST_BALANCE = 100_000_000_000n;
/** At 8.5 XLM a dollar. */
const STROOPS_PER_USD_CENT = 850_000n;
const ASSETS = ["XLM", "FLT"] as const;
type AssetCode = (typeof ASSETS)[number];

/** What people did, and what the ledger holds of it. */
export interface Happened extends Omit<Work, "traded" | "fees"> {
  readonly transactions: readonly LedgerTransaction[];
  readonly submissions: readonly SubmissionDocument[];
  readonly taken: readonly LedgerClaim[];
  readonly traded: readonly LedgerTrade[];
  /** What operators paid on to people of what came to the house. */
  readonly paidOn: readonly { readonly userId: number; readonly stroops: bigint }[];
  readonly byMemo: ReadonlyMap<string, readonly LedgerTransaction[]>;
}

/**
 * Ledger, database, a device that pulls now, its history, and the sum of everything that was answered agree to the stroop,
 * in each asset.
 */
export async function checkBalances(
  stack: Stack,
  database: Database,
  people: readonly Person[],
  happened: Happened,
): Promise<string[]> {
  const problems: string[] = [];
  const from = { url: stack.serverUrls[0] ?? "", origin: stack.publicUrl };
  for (const person of people) {
    const ledger = await ledgerBalances(stack.networkUrl, person.address);
    const account = await accountCollection(database).findOne({ _id: person.address });
    const balances = await pullRows(from, person, "balances");
    const history = await pullRows(from, person, "transactions");
    for (const asset of ASSETS) {
      const line = account?.lines.find(({ assetCode }) => assetCode === asset);
      const row = balances.find(({ assetCode, _deleted }) => assetCode === asset && _deleted !== true);
      const seen = {
        ledger: ledger.get(asset) ?? 0n,
        database: BigInt((asset === "XLM" ? account?.balance : line?.balance) ?? "0"),
        replica: row ? stroopsOf(row["balance"]) : 0n,
        history: sumOf(history.map((movement) => ({ stroops: changeBy(movement, person, asset) }))),
        expected: expectedOf(person, asset, happened),
      };
      if (new Set(Object.values(seen)).size > 1)
        problems.push(
          `${person.name} ${asset}: ${Object.entries(seen)
            .map(([where, stroops]) => `${where} ${stroops}`)
            .join(", ")}`,
        );
    }
  }
  return problems;
}

/** What a row of the history did to a person's balance of an asset. */
function changeBy(row: Readonly<Record<string, unknown>>, { address }: Person, asset: AssetCode): bigint {
  const fee = asset === "XLM" ? stroopsOf(row["fee"]) : 0n;
  if (row["assetCode"] !== asset || row["status"] !== "confirmed") return -fee;
  const amount = stroopsOf(row["amount"]);
  return (row["to"] === address ? amount : -amount) - fee;
}

/** What a person must have, by what was answered and the ledger shows. */
function expectedOf(person: Person, asset: AssetCode, happened: Happened): bigint {
  const { sends, deposits, setAside, gifts, submissions, transactions, taken, traded, paidOn, byMemo } = happened;
  const own = new Set(taken.filter(({ by }) => by === person.address).map(({ balanceId }) => balanceId));
  const claimed = sumOf(setAside.filter((aside) => aside.asset === asset && own.has(aside.balanceId)));
  const byTrades = tradedBy(person, asset, traded);
  if (asset !== "XLM") return claimed + byTrades;
  const paid = sends.filter(({ memo }) => byMemo.has(memo));
  const fees = transactions.filter(({ feeAccount }) => feeAccount === person.address);
  const credited = deposits
    .filter(({ by, depositId }) => by === person && byMemo.has(`Deposit ${depositId}`))
    .map(({ usdCents }) => ({ stroops: BigInt(usdCents) * STROOPS_PER_USD_CENT }));
  return (
    FIRST_BALANCE -
    sumOf(paid.filter(({ from }) => from === person)) +
    sumOf(paid.filter(({ to }) => to === person)) -
    fees.reduce((all, { feeStroops }) => all + feeStroops, 0n) +
    sumOf(credited) +
    sumOf(gifts.filter(({ to }) => to === person)) +
    sumOf(paidOn.filter(({ userId }) => userId === person.id)) +
    claimed +
    stakeMoves(submissions, person) +
    byTrades
  );
}

/** What trades brought a person of an asset, and took from them. */
function tradedBy({ address }: Person, asset: AssetCode, trades: readonly LedgerTrade[]): bigint {
  const parts = trades.flatMap(({ parties }) => parties.filter((party) => party.address === address));
  return parts.reduce((sum, { given, got }) => {
    const [givenCode, givenStroops] = given;
    const [gotCode, gotStroops] = got;
    return sum + (gotCode === asset ? gotStroops : 0n) - (givenCode === asset ? givenStroops : 0n);
  }, 0n);
}
