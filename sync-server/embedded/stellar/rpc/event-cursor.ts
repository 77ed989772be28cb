import { placeOf, toid } from "#server/embedded/stellar/toid.ts";
import { unreadableParams } from "./errors.ts";

/** Where an event stands. Events of fees stand before all transactions of their ledger, as of transaction 0. */
export interface EventPlace {
  readonly ledger: number;
  /** Place of the transaction in its ledger, from 1. */
  readonly order: number;
  /** Place of the operation in its transaction, from 0. */
  readonly op: number;
  /** Place among the events of that operation (or among the fees of that ledger), from 0. */
  readonly event: number;
}

const LAST_ORDER = 0xfffff;
const LAST_OP = 0xfff;
const LAST_EVENT = 4_294_967_295;
const [PLACE_DIGITS, EVENT_DIGITS] = [19, 10];
const MAX_INT64 = 9_223_372_036_854_775_807n;

/** The id of an event, which is its cursor as well. */
export function eventId(place: EventPlace): string {
  const number = String(toid(place)).padStart(PLACE_DIGITS, "0");
  return `${number}-${String(place.event).padStart(EVENT_DIGITS, "0")}`;
}

/** After all events of a ledger. */
export function endOfEvents(ledger: number): string {
  return eventId({ ledger, order: LAST_ORDER, op: LAST_OP, event: LAST_EVENT });
}

/** Reads an event's id; throws the real RPC's refusal where it is none. */
export function readEventId(text: string): EventPlace {
  const [, number = "", event = ""] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (number === "" || BigInt(number) > MAX_INT64 || Number(event) > LAST_EVENT)
    throw unreadableParams(`invalid event id ${text}`);
  return { ...placeOf(BigInt(number)), event: Number(event) };
}

/** Less than 0 where the first comes before the second. */
export function compareEvents(left: EventPlace, right: EventPlace): number {
  return left.ledger - right.ledger || left.order - right.order || left.op - right.op || left.event - right.event;
}
