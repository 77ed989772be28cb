import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { accountKey, assetId, dataKey, hex } from "#server/embedded/stellar/ledger/keys.ts";
import { sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { LedgerState } from "#server/embedded/stellar/ledger/state.ts";
import { bytesIn } from "#server/embedded/stellar/sql.ts";
import { signerId } from "#server/embedded/stellar/store.ts";
import { accountResource, listedAccountResource } from "./account-resource.ts";
import type { HorizonContext } from "./context.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { addressIn, assetIn, requireAddress, requireHash } from "./parameters.ts";
import { HorizonProblem, badRequest, notFound, problem } from "./problem.ts";
import { address, base64, publicKey } from "./text.ts";

export function oneAccount(id: string, context: HorizonContext): object {
  requireAddress("account_id", id);
  const entry = context.view.state.peek(accountKey(publicKey(id)));
  if (!entry) throw notFound();
  return accountResource(entry, ownedBy(entry, context), context);
}

export function accountData(id: string, name: string, context: HorizonContext): object {
  const { data, sponsor } = findData(id, name, context);
  return { value: base64(data.dataValue), ...(sponsor && { sponsor: address(sponsor) }) };
}

/** The bytes of a data entry, for who asks for `application/octet-stream`. */
export function rawAccountData(id: string, name: string, context: HorizonContext): Uint8Array {
  return findData(id, name, context).data.dataValue;
}

function findData(id: string, name: string, { view }: HorizonContext) {
  requireAddress("account_id", id);
  const entry = view.state.peek(dataKey(publicKey(id), Buffer.from(name)));
  if (entry?.data.type !== 3) throw notFound();
  return { data: entry.data.data, sponsor: sponsorIn(entry) };
}

/** Accounts that a key may sign for, that hold an asset or shares of a pool, or that someone sponsors. */
export function listAccounts(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const { store, state } = context.view;
  const [sql, ...values] = accountsQuery(query);
  const sign = page.order === "asc" ? 1 : -1;
  return store
    .sql(sql)
    .all(...values)
    .map((row) => address({ type: 0, ed25519: bytesIn(row["owner"]) }))
    .filter((id) => page.cursor === "" || (sign > 0 ? id > page.cursor : id < page.cursor))
    .toSorted((left, right) => sign * (left < right ? -1 : 1))
    .filter((id) => id !== query.get("signer") || mayMasterSign(id, state))
    .slice(0, page.limit)
    .flatMap((id) => {
      const entry = state.peek(accountKey(publicKey(id)));
      return entry ? [{ ...listedAccountResource(entry, ownedBy(entry, context), context), paging_token: id }] : [];
    });
}

function mayMasterSign(id: string, state: LedgerState): boolean {
  return (state.peekAccount(publicKey(id))?.thresholds[0] ?? 0) > 0;
}

function accountsQuery(query: URLSearchParams): [string, ...(string | Uint8Array)[]] {
  const signer = addressIn("signer", query);
  const sponsor = addressIn("sponsor", query);
  const pool = query.get("liquidity_pool") || undefined;
  if (pool !== undefined) requireHash("liquidity_pool", pool);
  const asset = assetIn("asset", query);
  if (asset?.type === 0) throw badRequest("asset", "you can't filter by asset: native");
  if ([signer, sponsor, pool, asset].filter((value) => value !== undefined).length !== 1) throw notOneFilter();
  if (signer !== undefined) {
    const key = publicKey(signer);
    return [
      `SELECT e.owner FROM related r JOIN entries e ON e.key = r.key WHERE r.kind = 'signer' AND r.subject = ?
       UNION SELECT owner FROM entries WHERE key = ?`,
      signerId(key),
      accountKey(key),
    ];
  }
  if (asset) return ["SELECT owner FROM entries WHERE type = 1 AND asset = ?", assetId(asset)];
  if (pool !== undefined)
    return ["SELECT owner FROM entries WHERE type = 1 AND asset = ?", `pool:${pool.toLowerCase()}`];
  const payer = publicKey(sponsor ?? "").ed25519;
  return [
    `SELECT owner FROM entries WHERE sponsor = ? AND type IN (0, 1, 3)
     UNION SELECT e.owner FROM related r JOIN entries e ON e.key = r.key WHERE r.kind = 'signer-sponsor' AND r.subject = ?`,
    payer,
    hex(payer),
  ];
}

function notOneFilter(): HorizonProblem {
  return new HorizonProblem(
    problem(
      "invalid_accounts_params",
      400,
      "Invalid Accounts Parameters",
      "Exactly one filter is required. Please ensure that you are including a signer, sponsor, asset, or liquidity pool filter.",
    ),
  );
}

/** Trust lines and data of an account, as stored with the last ledger. */
function ownedBy(entry: LedgerEntryWire, { view }: HorizonContext): LedgerEntryWire[] {
  if (entry.data.type !== 0) return [];
  const sql = "SELECT xdr FROM entries WHERE owner = ? AND type IN (1, 3) ORDER BY key";
  return view.store
    .sql(sql)
    .all(entry.data.account.accountId.ed25519)
    .map((row) => xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"])));
}
