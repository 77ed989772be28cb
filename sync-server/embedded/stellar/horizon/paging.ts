import type { Reply } from "#server/embedded/stellar/http.ts";
import { endOfLedger, toid } from "#server/embedded/stellar/toid.ts";
import { badRequest } from "./problem.ts";

/** Which page of a list is wanted. */
export interface PageQuery {
  /** As the client gave it; empty for the start. */
  readonly cursor: string;
  readonly order: "asc" | "desc";
  readonly limit: number;
}

/** One record of a list, which knows the cursor that leads past it. */
export interface ListRecord {
  readonly paging_token: string;
}

export const HAL_JSON = "application/hal+json; charset=utf-8";

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 200;

/** Reads cursor, order and limit; throws the problem with the one that is wrong. A cursor "now" is the end of `latest`. */
export function readPageQuery(query: URLSearchParams, latest: number): PageQuery {
  const cursor = readCursor(query.get("cursor") ?? "", latest);
  if (/^-\d+$/.test(cursor)) throw badRequest("cursor", `the cursor ${cursor} is a negative number: `);
  const order = query.get("order") || "asc";
  const limit = readLimit(query, DEFAULT_LIMIT);
  if (order !== "asc" && order !== "desc") throw badRequest("order", "order: invalid value");
  return { cursor, order, limit };
}

/** The cursor that a client's stands for: "now" is the end of the ledger `latest`. */
export function readCursor(cursor: string, latest: number): string {
  return cursor === "now" ? String(toid(endOfLedger(latest))) : cursor;
}

/** How many records are wanted, from 1 to 200. */
export function readLimit(query: URLSearchParams, fallback: number): number {
  const text = query.get("limit") || String(fallback);
  if (!/^[+-]?\d+$/.test(text)) throw badRequest("limit", "unparseable value");
  const limit = Number(text);
  if (limit <= 0) throw badRequest("limit", "invalid limit: non-positive value provided");
  if (limit > MAX_LIMIT) {
    throw badRequest("limit", `invalid limit: value provided that is over limit max of ${MAX_LIMIT}`);
  }
  return limit;
}

/** A list in HAL form, with links to the pages around it. */
export function pageReply(
  records: readonly ListRecord[],
  page: PageQuery,
  request: { readonly origin: string; readonly path: string; readonly query: URLSearchParams },
): Reply {
  const href = (cursor: string, order: string) => {
    const query = new URLSearchParams(request.query);
    query.set("cursor", cursor);
    query.set("limit", String(page.limit));
    query.set("order", order);
    query.sort();
    return { href: `${request.origin}${request.path}?${query.toString()}` };
  };
  const first = records[0]?.paging_token ?? page.cursor;
  const last = records.at(-1)?.paging_token ?? page.cursor;
  const links = {
    self: href(page.cursor, page.order),
    next: href(last, page.order),
    prev: href(first, page.order === "asc" ? "desc" : "asc"),
  };
  return { status: 200, body: { _links: links, _embedded: { records } }, type: HAL_JSON };
}
