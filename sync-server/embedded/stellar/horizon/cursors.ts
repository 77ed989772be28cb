import { endOfLedger, placeOf } from "#server/embedded/stellar/toid.ts";
import type { Place } from "#server/embedded/stellar/toid.ts";
import type { PageQuery } from "./paging.ts";
import { badRequest } from "./problem.ts";

const START: Place = { ledger: 0, order: 0, op: 0 };
const END: Place = endOfLedger(0x7fffffff);

/** The place in history from which a page goes on; "now" is the end of the last ledger. */
export function placeAt({ cursor, order }: PageQuery, latest: number): Place {
  if (cursor === "") return order === "asc" ? START : END;
  if (cursor === "now") return endOfLedger(latest);
  if (!/^\d{1,19}$/.test(cursor)) throw badRequest("cursor", "cursor must contain exactly one 64-bit integer");
  return placeOf(BigInt(cursor));
}

/** The place and effect number of an effect's cursor ("<operation>-<number>"). */
export function effectPlaceAt(page: PageQuery, latest: number): Place & { readonly effect: number } {
  const [id = "", effect = "", ...rest] = page.cursor.split("-");
  if (page.cursor === "" || page.cursor === "now") {
    return { ...placeAt(page, latest), effect: page.order === "asc" ? Number.MAX_SAFE_INTEGER : 0 };
  }
  if (!/^\d{1,19}$/.test(id) || !/^\d{0,9}$/.test(effect) || rest.length > 0) {
    throw badRequest("cursor", "cursor must be of the form <operation>-<number>");
  }
  return { ...placeOf(BigInt(id)), effect: Number(effect) };
}
