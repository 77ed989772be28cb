import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { assetId, claimableBalanceKey, hex } from "#server/embedded/stellar/ledger/keys.ts";
import { sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { HorizonContext } from "./context.ts";
import { link, pagedLink } from "./hal.ts";
import { balanceIdText } from "./operation-details.ts";
import { storedEntries } from "./offers.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { predicateJson } from "./predicates.ts";
import { badRequest, notFound } from "./problem.ts";
import { address, assetText, formatAmount, parseAsset, publicKey, timeText } from "./text.ts";
import { isAddress } from "./transaction-resource.ts";

export function oneClaimableBalance(id: string, context: HorizonContext): object {
  const entry = context.network.chain.state.peek(claimableBalanceKey(balanceIdIn(id)));
  if (!entry) throw notFound();
  return balanceResource(entry, context);
}

/** The raw id within Horizon's, which carries its kind in front. */
export function balanceIdIn(id: string): Uint8Array {
  try {
    return xdr.ClaimableBalanceId.schema.decode(Buffer.from(id, "hex")).v0;
  } catch {
    throw badRequest("id", "Invalid claimable balance ID");
  }
}

export function listClaimableBalances(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const where = ["e.type = 4"];
  const values: (string | Uint8Array)[] = [];
  let from = "entries e";
  const asset = query.get("asset");
  if (asset !== null) {
    const parsed = parseAsset(asset);
    if (!parsed) throw badRequest("asset", "asset must be native or CODE:ISSUER");
    where.push("e.asset = ?");
    values.push(assetId(parsed));
  }
  for (const name of ["claimant", "sponsor"]) {
    const account = query.get(name);
    if (account === null) continue;
    if (!isAddress(account)) throw badRequest(name, `${name} must be an account address`);
    if (name === "sponsor") {
      where.push("e.sponsor = ?");
      values.push(publicKey(account).ed25519);
    } else {
      from = "related r JOIN entries e ON e.key = r.key";
      where.push("r.kind = 'claimant' AND r.subject = ?");
      values.push(hex(publicKey(account).ed25519));
    }
  }
  const sign = page.order === "asc" ? 1 : -1;
  const cursor = page.cursor === "" ? undefined : parseCursor(page.cursor);
  return storedEntries(`SELECT e.xdr FROM ${from} WHERE ${where.join(" AND ")}`, values, context)
    .map((entry) => balanceResource(entry, context))
    .map((record) => ({ record, place: parseCursor(record.paging_token) }))
    .filter(({ place }) => cursor === undefined || sign * compare(place, cursor) > 0)
    .toSorted((left, right) => sign * compare(left.place, right.place))
    .slice(0, page.limit)
    .map(({ record }) => record);
}

interface BalancePlace {
  readonly ledger: number;
  readonly id: string;
}

function parseCursor(text: string): BalancePlace {
  const match = /^(\d{1,10})-([0-9a-f]+)$/.exec(text);
  if (!match) throw badRequest("cursor", "cursor must be of the form <ledger>-<balance id>");
  return { ledger: Number(match[1]), id: match[2] ?? "" };
}

function compare(left: BalancePlace, right: BalancePlace): number {
  if (left.ledger !== right.ledger) return left.ledger - right.ledger;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

function balanceResource(entry: LedgerEntryWire, { origin, history }: HorizonContext): ListRecord {
  if (entry.data.type !== 4) throw new Error("claimable balance expected");
  const { balanceId, asset, amount, claimants, ext } = entry.data.claimableBalance;
  const id = balanceIdText(balanceId.v0);
  const sponsor = sponsorIn(entry);
  const self = `/claimable_balances/${id}`;
  const resource = {
    _links: {
      self: link(origin, self),
      transactions: pagedLink(origin, `${self}/transactions`),
      operations: pagedLink(origin, `${self}/operations`),
    },
    id,
    asset: assetText(asset),
    amount: formatAmount(amount),
    ...(sponsor && { sponsor: address(sponsor) }),
    last_modified_ledger: entry.lastModifiedLedgerSeq,
    last_modified_time: timeText(history.ledger(entry.lastModifiedLedgerSeq)?.closedAt ?? 0),
    claimants: claimants.map(({ v0 }) => ({
      destination: address(v0.destination),
      predicate: predicateJson(v0.predicate),
    })),
    flags: { clawback_enabled: ext.v === 1 && (ext.v1.flags & 1) !== 0 },
    paging_token: `${entry.lastModifiedLedgerSeq}-${id}`,
  };
  return resource;
}
