import type { History } from "#server/embedded/stellar/history.ts";
import { endOfLedger, placeOf, toid } from "#server/embedded/stellar/toid.ts";
import type { Place } from "#server/embedded/stellar/toid.ts";
import type { PageQuery } from "./paging.ts";
import { badRequest, beforeHistory } from "./problem.ts";

const START: Place = { ledger: 0, order: 0, op: 0 };
const END: Place = endOfLedger(0x7fffffff);

const MAX_ID = (1n << 63n) - 1n;

/** The place in history from which a page goes on; what is before all that is kept is refused where nothing could follow. */
export function placeAt({ cursor, order }: PageQuery, { elder }: Pick<History, "elder">): Place {
  if (cursor === "") return order === "asc" ? START : END;
  const id = /^\d{1,19}$/.test(cursor) ? BigInt(cursor) : undefined;
  if (id === undefined || id > MAX_ID) throw badRequest("cursor", "cursor: invalid value");
  if (order === "desc" && id <= toid({ ledger: elder, order: 0, op: 0 })) throw beforeHistory();
  return placeOf(id);
}

/**
 * The place of a cursor like "<operation>-<number>", where several records come from one operation.
 * A cursor without a number stands past all records of its operation.
 */
export function pairPlaceAt(page: PageQuery, history: Pick<History, "elder">): Place & { readonly number: number } {
  const [id = "", number, ...rest] = page.cursor.split("-");
  if (page.cursor === "") return { ...placeAt(page, history), number: Number.MAX_SAFE_INTEGER };
  if ((number !== undefined && !/^\d{1,15}$/.test(number)) || rest.length > 0) {
    throw badRequest("cursor", "cursor: invalid value");
  }
  return {
    ...placeAt({ ...page, cursor: id }, history),
    number: number === undefined ? Number.MAX_SAFE_INTEGER : Number(number),
  };
}
