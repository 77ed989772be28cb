import { xdr } from "@stellar/stellar-sdk";
import type { LedgerEntryWire } from "@stellar/stellar-sdk/xdr";
import { assetId } from "#server/embedded/stellar/ledger/keys.ts";
import { sponsorIn } from "#server/embedded/stellar/ledger/sponsorship.ts";
import { bytesIn } from "#server/embedded/stellar/sql.ts";
import type { LedgerView } from "#server/embedded/stellar/view.ts";
import type { HorizonContext } from "./context.ts";
import { link } from "./hal.ts";
import { addressIn, assetIn, splitAssetIn } from "./parameters.ts";
import { priceText } from "./price-text.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { badRequest, notFound } from "./problem.ts";
import { address, assetFields, formatAmount, publicKey } from "./text.ts";
import { closeTimeText } from "./close-time.ts";

export function oneOffer(id: string, context: HorizonContext): object {
  if (!/^\d{1,19}$/.test(id)) throw badRequest("offer_id", "Offer ID must be an integer higher than 0");
  const entry = allOffers(context).find(({ data }) => data.type === 2 && data.offer.offerId === BigInt(id));
  if (!entry) throw notFound();
  return offerResource(entry, context);
}

interface OfferFilters {
  /** Assets by their ids. */
  readonly selling: string | undefined;
  readonly buying: string | undefined;
  readonly seller: string | undefined;
  readonly sponsor: string | undefined;
}

/** Which offers a page has, by their ids. */
interface Stretch {
  readonly sign: 1 | -1;
  readonly limit: number;
  readonly isAfterCursor: (offerId: bigint) => boolean;
}

/** Offers by seller, sponsor, and what they sell or buy. */
export function listOffers(page: PageQuery, query: URLSearchParams, context: HorizonContext): ListRecord[] {
  const filters = {
    selling: assetFilter("selling", query),
    buying: assetFilter("buying", query),
    seller: addressIn("seller", query),
    sponsor: addressIn("sponsor", query),
  };
  const { selling, buying, sponsor } = filters;
  const cursor = offerCursor(page);
  const sign = page.order === "asc" ? 1 : -1;
  const isAfterCursor = (offerId: bigint) => cursor === undefined || (sign > 0 ? offerId > cursor : offerId < cursor);
  return candidates(filters, { sign, limit: page.limit, isAfterCursor }, context)
    .flatMap((entry) => (entry.data.type === 2 ? [{ entry, offer: entry.data.offer }] : []))
    .filter(({ entry, offer }) => {
      const paidBy = sponsorIn(entry);
      return (
        (selling === undefined || assetId(offer.selling) === selling) &&
        (buying === undefined || assetId(offer.buying) === buying) &&
        (sponsor === undefined || (paidBy !== null && address(paidBy) === sponsor)) &&
        isAfterCursor(offer.offerId)
      );
    })
    .toSorted((left, right) => sign * (left.offer.offerId < right.offer.offerId ? -1 : 1))
    .slice(0, page.limit)
    .map(({ entry }) => offerResource(entry, context));
}

/** All that may be in the page. Between two assets no other entry is read, however many offers there are. */
function candidates(
  { selling, buying, seller, sponsor }: OfferFilters,
  { sign, limit, isAfterCursor }: Stretch,
  context: HorizonContext,
): LedgerEntryWire[] {
  if (seller !== undefined) return offersOf(seller, context);
  if (selling === undefined || buying === undefined) return allOffers(context);
  const between = context.view.state.book
    .ofPair(selling, buying)
    .filter(({ offerId }) => isAfterCursor(offerId))
    .toSorted((left, right) => sign * (left.offerId < right.offerId ? -1 : 1));
  // Who pays for an offer is told by its entry alone.
  const asked = sponsor === undefined ? between.slice(0, limit) : between;
  return entriesAt(
    asked.map(({ key }) => key),
    context.view,
  );
}

function offersOf(seller: string, { view }: HorizonContext): LedgerEntryWire[] {
  const { book } = view.state;
  return entriesAt(book.ofSeller(Buffer.from(publicKey(seller).ed25519).toString("hex")), view);
}

function allOffers({ view }: HorizonContext): LedgerEntryWire[] {
  return entriesAt(view.state.book.keys(), view);
}

function entriesAt(keys: readonly string[], { state }: LedgerView): LedgerEntryWire[] {
  return keys.flatMap((key) => {
    const entry = state.peek(key);
    return entry ? [entry] : [];
  });
}

function offerCursor({ cursor }: PageQuery): bigint | undefined {
  if (cursor === "") return undefined;
  if (!/^\d{1,19}$/.test(cursor)) throw badRequest("cursor", "cursor: invalid value");
  return BigInt(cursor);
}

/** The asset of `name`, or of `name_asset_type` and the parameters that go with it, as an asset id. */
function assetFilter(name: string, query: URLSearchParams): string | undefined {
  const whole = assetIn(name, query);
  if (whole && query.get(`${name}_asset_type`)) {
    throw badRequest(
      `${name}_asset_type`,
      `Ambiguous parameter, you can't include both \`${name}\` and \`${name}_asset_type\`. Remove all parameters of the form \`${name}_\``,
    );
  }
  const asset = whole ?? splitAssetIn(`${name}_`, query);
  return asset && assetId(asset);
}

/** An offer as Horizon shows it. */
function offerResource(entry: LedgerEntryWire, { origin, view }: HorizonContext): ListRecord {
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
    last_modified_time: closeTimeText(view, entry.lastModifiedLedgerSeq),
    ...(sponsor && { sponsor: address(sponsor) }),
  };
  return resource;
}

/** Entries of a kind straight from the store, in the order of their keys. */
export function storedEntries(
  sql: string,
  values: readonly (string | Uint8Array | number)[],
  { view }: HorizonContext,
): LedgerEntryWire[] {
  return view.store
    .sql(sql)
    .all(...values)
    .map((row) => xdr.LedgerEntry.schema.decode(bytesIn(row["xdr"])));
}
