import type { HorizonContext } from "./context.ts";
import { pairPlaceAt } from "./cursors.ts";
import { type Effect, EffectTypes, isOn } from "./effect.ts";
import { effectsOf } from "./effect-records.ts";
import { link } from "./hal.ts";
import type { OperationRecord } from "./operation-record.ts";
import { operationRecords } from "./operations.ts";
import type { ListRecord, PageQuery } from "./paging.ts";
import { muxedFields } from "./text.ts";
import { closeTimeText } from "./close-time.ts";
import { placeOf, toid } from "#server/embedded/stellar/toid.ts";

export interface EffectFilter {
  readonly account?: Uint8Array;
  /** Whether `account` is the id of something other than an account. */
  readonly isThing?: true;
  readonly ledger?: number;
  readonly transaction?: string;
  /** The id of one operation. */
  readonly operation?: string;
}

export function listEffects(page: PageQuery, filter: EffectFilter, context: HorizonContext): ListRecord[] {
  const after = pairPlaceAt(page, context.view.history);
  const records: ListRecord[] = [];
  for (const record of candidates(page, filter, context)) {
    const effects = effectsOf(record).map((effect, index) => ({ effect, number: index + 1 }));
    for (const { effect, number } of page.order === "asc" ? effects : effects.toReversed()) {
      const isSame =
        record.place.ledger === after.ledger && record.place.order === after.order && record.place.op === after.op;
      if (isSame && (page.order === "asc" ? number <= after.number : number >= after.number)) continue;
      if (filter.account && !filter.isThing && !isOn(effect, filter.account)) continue;
      records.push(effectResource(effect, number, record, context));
      if (records.length === page.limit) return records;
    }
  }
  return records;
}

/** Operations whose effects may be wanted, beginning with the one the cursor stands in. */
function* candidates(page: PageQuery, filter: EffectFilter, context: HorizonContext): Generator<OperationRecord> {
  const place = pairPlaceAt(page, context.view.history);
  const isAscending = page.order === "asc";
  const from = page.cursor === "" ? "" : String(toid(place) + (isAscending ? -1n : 1n));
  const operation = filter.operation === undefined ? undefined : placeOf(BigInt(filter.operation));
  const scope = operation ? { ledger: operation.ledger } : filter;
  const wanted = { ...scope, includeFailed: false };
  for (const record of operationRecords({ ...page, cursor: from }, wanted, context, false)) {
    if (operation && (record.place.order !== operation.order || record.place.op !== operation.op)) continue;
    yield record;
  }
}

function effectResource(
  { account, type, details }: Effect,
  number: number,
  record: OperationRecord,
  { origin, view }: HorizonContext,
): ListRecord {
  const pagingToken = `${record.id}-${number}`;
  const resource = {
    _links: {
      operation: link(origin, `/operations/${record.id}`),
      succeeds: link(origin, `/effects?order=desc&cursor=${pagingToken}`),
      precedes: link(origin, `/effects?order=asc&cursor=${pagingToken}`),
    },
    id: `${record.id.padStart(19, "0")}-${String(number).padStart(10, "0")}`,
    paging_token: pagingToken,
    ...muxedFields("account", account),
    type,
    type_i: EffectTypes[type],
    created_at: closeTimeText(view, record.row.ledger),
    ...details,
  };
  return resource;
}
