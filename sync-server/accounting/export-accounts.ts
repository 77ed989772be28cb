import type { AccountPart } from "#schemas/accounting.ts";
import { formatAmount } from "#schemas/values/money.ts";
import { depositCollection, type DepositDocument } from "#server/deposits/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { eachMovement, type Told } from "./each-movement.ts";
import { type Columns, linesOf } from "./lines.ts";
import type { Period } from "./period.ts";
import { type AssetSums, sumsOf } from "./sums.ts";

const MOVEMENTS: Columns<Told> = [
  ["id", ({ id }) => String(id)],
  ["at", ({ timestamp }) => timestamp.toISOString()],
  ["user", ({ userId }) => String(userId)],
  ["type", ({ type }) => type],
  ["direction", ({ direction }) => direction],
  ["status", ({ status }) => status],
  ["asset", ({ assetCode }) => assetCode],
  ["issuer", ({ issuer }) => issuer],
  ["amount", ({ amount }) => amount],
  ["network_fee_xlm", ({ fee }) => fee],
  ["usd_price_of_day", ({ usdPrice }) => usdPrice ?? ""],
  ["usd_worth", ({ usdWorth }) => (usdWorth === null ? "" : formatAmount(usdWorth))],
  ["from", ({ from }) => from],
  ["to", ({ to }) => to],
  ["memo", ({ memo, event, timestamp }) => missingWords(event?.since, timestamp) ?? memo],
  ["ledger", ({ ledger }) => String(ledger)],
  ["hash", ({ hash }) => hash],
];

/** What stands where a memo would of movements that nobody can tell of any more. */
function missingWords(since: string | undefined, until: Date): string | null {
  return since === undefined ? null : `movements between ${since} and ${until.toISOString()} are missing`;
}

const FEE_NAMES = ["id", "at", "user", "asset", "issuer", "amount", "usd_price_of_day", "usd_worth", "ledger", "hash"];
const FEES: Columns<Told> = MOVEMENTS.filter(([name]) => FEE_NAMES.includes(name));

const DEPOSITS: Columns<DepositDocument> = [
  ["id", ({ id }) => String(id)],
  ["declared_at", ({ createdAt }) => createdAt.toISOString()],
  ["user", ({ userId }) => String(userId)],
  ["usd", ({ amount }) => amount],
  ["status", ({ status = "pending" }) => status],
  ["decided_at", ({ verificationDate }) => verificationDate?.toISOString() ?? ""],
  ["decided_by", ({ verifiedBy }) => String(verifiedBy ?? "")],
  ["xlm_for_a_usd", ({ xlmRate }) => xlmRate ?? ""],
  ["xlm_credited", ({ xlmCredited }) => xlmCredited ?? ""],
  ["payment_id", ({ cashAppTransactionId }) => cashAppTransactionId],
];

const ASSETS: Columns<AssetSums> = [
  ["asset", ({ assetCode }) => assetCode],
  ["issuer", ({ issuer }) => issuer],
  ["movements", ({ rows }) => String(rows)],
  ["in", ({ received }) => formatAmount(received)],
  ["out", ({ sent }) => formatAmount(sent)],
  ["fees_earned", ({ earned }) => formatAmount(earned)],
  ["network_fees", ({ networkFees }) => formatAmount(networkFees)],
  ["in_usd_worth", ({ receivedUsd }) => formatAmount(receivedUsd)],
  ["out_usd_worth", ({ sentUsd }) => formatAmount(sentUsd)],
  ["fees_earned_usd_worth", ({ earnedUsd }) => formatAmount(earnedUsd)],
  ["movements_without_price", ({ unpriced }) => String(unpriced)],
];

/** What an accountant is given of a period, read while it is sent. */
export function exportAccounts(database: Database, part: AccountPart, period: Period): AsyncGenerator<string> {
  switch (part) {
    case "movements":
      return linesOf(MOVEMENTS, eachMovement(database, period));
    case "fees":
      return linesOf(FEES, eachMovement(database, period, { type: "operator_fee", status: "confirmed" }));
    case "deposits":
      return linesOf(DEPOSITS, eachDeposit(database, period));
    case "assets":
      return linesOf(ASSETS, sumsOf(eachMovement(database, period)));
  }
}

const BATCH = 500;

/** Those that were declared in the period, in that order. */
async function* eachDeposit(database: Database, { from, until }: Period): AsyncGenerator<readonly DepositDocument[]> {
  for (let after = 0; ;) {
    const rows = await depositCollection(database)
      .find({ id: { $gt: after }, createdAt: { $gte: from, $lt: until } }, { sort: { id: 1 }, limit: BATCH })
      .toArray();
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}
