import type { Reply } from "#server/embedded/stellar/http.ts";
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

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 200;

/** Reads cursor, order and limit; throws the problem with the one that is wrong. */
export function readPageQuery(query: URLSearchParams): PageQuery {
  const order = query.get("order") ?? "asc";
  if (order !== "asc" && order !== "desc") throw badRequest("order", "order must be either 'asc' or 'desc'");
  const limitText = query.get("limit") ?? String(DEFAULT_LIMIT);
  const limit = Number(limitText);
  if (!/^\d+$/.test(limitText) || limit < 1 || limit > MAX_LIMIT) {
    throw badRequest("limit", `limit must be between 1 and ${MAX_LIMIT}`);
  }
  return { cursor: query.get("cursor") ?? "", order, limit };
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
    return { href: `${request.origin}${request.path}?${query.toString()}` };
  };
  const first = records[0]?.paging_token ?? page.cursor;
  const last = records.at(-1)?.paging_token ?? page.cursor;
  const links = {
    self: href(page.cursor, page.order),
    next: href(last, page.order),
    prev: href(first, page.order === "asc" ? "desc" : "asc"),
  };
  return { status: 200, body: { _links: links, _embedded: { records } }, type: "application/hal+json; charset=utf-8" };
}

/** As {@link pageReply} for records without cursors of their own: there is only one page. */
export function plainPageReply(
  records: readonly object[],
  request: { readonly origin: string; readonly path: string; readonly query: URLSearchParams },
): Reply {
  const self = { href: `${request.origin}${request.path}?${request.query.toString()}` };
  const links = { self, next: self, prev: self };
  return {
    status: 200,
    body: { _links: links, _embedded: { records } },
    type: "application/hal+json; charset=utf-8",
  };
}
