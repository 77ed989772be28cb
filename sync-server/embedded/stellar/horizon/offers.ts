import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { assetId } from "#server/embedded/stellar/ledger/keys.ts";
import { sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { bytesIn } from "#server/embedded/stellar/sql.ts";
import type { HorizonContext } from "./context.ts";
import { link } from "./hal.ts";
import { priceText } from "./price-text.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { badRequest, notFound } from "./problem.ts";
import { address, assetFields, formatAmount, parseAsset, publicKey, timeText } from "./text.ts";
import { isAddress } from "./transaction-resource.ts";

export function oneOffer(id: string, context: HorizonContext): object {
  if (!/^\d{1,19}$/.test(id)) throw badRequest("offer_id", "Offer ID must be an integer higher than 0");
  const entry = allOffers(context).find(({ data }) => data.type === 2 && data.offer.offerId === BigInt(id));
  if (!entry) throw notFound();
  return offerResource(entry, context);
}

/** Offers by seller, sponsor, and what they sell or buy. */
export function listOffers(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const selling = assetFilter("selling", query);
  const buying = assetFilter("buying", query);
  const seller = query.get("seller");
  const sponsor = query.get("sponsor");
  const cursor = offerCursor(page);
  const sign = page.order === "asc" ? 1 : -1;
  const candidates = seller === null ? allOffers(context) : offersOf(seller, context);
  return candidates
    .flatMap((entry) => (entry.data.type === 2 ? [{ entry, offer: entry.data.offer }] : []))
    .filter(({ entry, offer }) => {
      const paidBy = sponsorIn(entry);
      return (
        (selling === undefined || assetId(offer.selling) === selling) &&
        (buying === undefined || assetId(offer.buying) === buying) &&
        (sponsor === null || (paidBy !== null && address(paidBy) === sponsor)) &&
        (cursor === undefined || (sign > 0 ? offer.offerId > cursor : offer.offerId < cursor))
      );
    })
    .toSorted((left, right) => sign * (left.offer.offerId < right.offer.offerId ? -1 : 1))
    .slice(0, page.limit)
    .map(({ entry }) => offerResource(entry, context));
}

function offersOf(seller: string, { network }: HorizonContext): LedgerEntryWire[] {
  if (!isAddress(seller)) throw badRequest("seller", "seller must be an account address");
  const { book } = network.chain.state;
  return entriesAt(book.ofSeller(Buffer.from(publicKey(seller).ed25519).toString("hex")), network.chain);
}

function allOffers({ network }: HorizonContext): LedgerEntryWire[] {
  return entriesAt(network.chain.state.book.keys(), network.chain);
}

function entriesAt(keys: readonly string[], { state }: HorizonContext["network"]["chain"]): LedgerEntryWire[] {
  return keys.flatMap((key) => {
    const entry = state.peek(key);
    return entry ? [entry] : [];
  });
}

function offerCursor({ cursor }: PageQuery): bigint | undefined {
  if (cursor === "") return undefined;
  if (!/^\d{1,19}$/.test(cursor)) throw badRequest("cursor", "cursor must be an offer id");
  return BigInt(cursor);
}

/** Reads `name` or `name_asset_type`, `name_asset_code` and `name_asset_issuer`, as an asset id. */
function assetFilter(name: string, query: URLSearchParams): string | undefined {
  const type = query.get(`${name}_asset_type`);
  const code = query.get(`${name}_asset_code`) ?? "";
  const issuer = query.get(`${name}_asset_issuer`) ?? "";
  const text = query.get(name) ?? (type === null ? null : type === "native" ? "native" : `${code}:${issuer}`);
  if (text === null) return undefined;
  const asset = parseAsset(text);
  if (!asset) throw badRequest(name, `${name} must be native or CODE:ISSUER`);
  return assetId(asset);
}

/** An offer as Horizon shows it. */
function offerResource(entry: LedgerEntryWire, { origin, history }: HorizonContext): ListRecord {
  if (entry.data.type !== 2) throw new Error("offer entry expected");
  const { offer } = entry.data;
  const id = String(offer.offerId);
  const sponsor = sponsorIn(entry);
  const resource = {
    _links: {
      self: link(origin, `/offers/${id}`),
      offer_maker: link(origin, `/accounts/${address(offer.sellerId)}`),
    },
    id,
    paging_token: id,
    seller: address(offer.sellerId),
    selling: assetFields(offer.selling),
    buying: assetFields(offer.buying),
    amount: formatAmount(offer.amount),
    price_r: { n: offer.price.n, d: offer.price.d },
    price: priceText(offer.price),
    last_modified_ledger: entry.lastModifiedLedgerSeq,
    last_modified_time: timeText(history.ledger(entry.lastModifiedLedgerSeq)?.closedAt ?? 0),
    ...(sponsor && { sponsor: address(sponsor) }),
  };
  return resource;
}

/** Entries of a kind straight from the store, in the order of their keys. */
export function storedEntries(
  sql: string,
  values: readonly (string | Uint8Array | number)[],
  { network }: HorizonContext,
): LedgerEntryWire[] {
  return network.chain.store
    .sql(sql)
    .all(...values)
    .map((row) => xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"])));
}
