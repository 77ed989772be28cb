import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { assetId, claimableBalanceKey, hex } from "#server/embedded/stellar/ledger/keys.ts";
import { sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import type { HorizonContext } from "./context.ts";
import { link, pagedLink } from "./hal.ts";
import { balanceIdText } from "./operation-details.ts";
import { storedEntries } from "./offers.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { addressIn, assetIn } from "./parameters.ts";
import { predicateJson } from "./predicates.ts";
import { badRequest, notFound } from "./problem.ts";
import { address, assetText, formatAmount, publicKey } from "./text.ts";
import { closeTimeText } from "./close-time.ts";

export function oneClaimableBalance(id: string, context: HorizonContext): object {
  const entry = context.view.state.peek(claimableBalanceKey(balanceIdIn(id)));
  if (!entry) throw notFound();
  return balanceResource(entry, context);
}

/** The raw id within Horizon's, which carries its kind in front. */
export function balanceIdIn(id: string, field = "id"): Uint8Array {
  try {
    return xdr.ClaimableBalanceId.schema.decode(Buffer.from(id, "hex")).v0;
  } catch {
    throw badRequest(field, `${id} does not validate as claimableBalanceID`);
  }
}

export function listClaimableBalances(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const where = ["e.type = 4"];
  const values: (string | Uint8Array)[] = [];
  let from = "entries e";
  const asset = assetIn("asset", query);
  if (asset) {
    where.push("e.asset = ?");
    values.push(assetId(asset));
  }
  const sponsor = addressIn("sponsor", query);
  if (sponsor !== undefined) {
    where.push("e.sponsor = ?");
    values.push(publicKey(sponsor).ed25519);
  }
  const claimant = addressIn("claimant", query);
  if (claimant !== undefined) {
    from = "related r JOIN entries e ON e.key = r.key";
    where.push("r.kind = 'claimant' AND r.subject = ?");
    values.push(hex(publicKey(claimant).ed25519));
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
  if (!match) throw badRequest("cursor", "The cursor is not a valid paging_token");
  return { ledger: Number(match[1]), id: match[2] ?? "" };
}

function compare(left: BalancePlace, right: BalancePlace): number {
  if (left.ledger !== right.ledger) return left.ledger - right.ledger;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}

function balanceResource(entry: LedgerEntryWire, { origin, view }: HorizonContext): ListRecord {
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
    last_modified_time: closeTimeText(view, entry.lastModifiedLedgerSeq),
    claimants: claimants.map(({ v0 }) => ({
      destination: address(v0.destination),
      predicate: predicateJson(v0.predicate),
    })),
    flags: { clawback_enabled: ext.v === 1 && (ext.v1.flags & 1) !== 0 },
    paging_token: `${entry.lastModifiedLedgerSeq}-${id}`,
  };
  return resource;
}
