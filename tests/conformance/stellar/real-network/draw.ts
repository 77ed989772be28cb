import { nameOf } from "./cast.ts";
import { isList, isObject, textAt } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";
import { FRIENDBOT } from "./names.ts";
import type { Names } from "./names.ts";
import { comparisonOf, isKeptOfFriendbot } from "./unequal.ts";
import { decoded } from "./xdr-fields.ts";

/**
 * Draws an answer so that two networks' can be compared word by word: XDR is read, what each calls otherwise has one
 * name, and what `unequal.ts` lists is left open.
 * @param isAskedByPair whether the question says which asset is the base
 */
export function draw(answer: Json, names: Names, isAskedByPair: boolean): Json {
  return new Pen(names, isAskedByPair).draw("", answer);
}

class Pen {
  readonly #names: Names;
  readonly #isAskedByPair: boolean;

  constructor(names: Names, isAskedByPair: boolean) {
    this.#names = names;
    this.#isAskedByPair = isAskedByPair;
  }

  draw(field: string, value: Json): Json {
    if (isList(value)) {
      const drawn = value.map((each) => this.draw(field, each));
      return CHANGES.test(field) ? sortedChanges(drawn) : drawn;
    }
    if (isObject(value)) return this.#drawObject(value);
    const compared = comparisonOf(field);
    if (typeof value === "number") return this.#drawNumber(value, compared);
    return typeof value === "string" ? this.#drawText(field, value, compared) : value;
  }

  #drawObject(value: JsonObject): JsonObject {
    if (this.#names.named(textAt(value, "transaction_hash") || textAt(value, "hash")) === FRIENDBOT) {
      const isRecord = "paging_token" in value;
      const fields = Object.entries(value).filter(([field]) => !isRecord || isKeptOfFriendbot(field));
      return Object.fromEntries(
        fields.map(([field, each]) => [field, field === "envelope_xdr" ? typeof each : this.draw(field, each)]),
      );
    }
    const sided = this.#isAskedByPair || !("base_is_seller" in value) ? value : sellerFirst(value);
    // Ledgers are called by their hashes.
    const isLedger = "header_xdr" in value || "headerXdr" in value;
    const fields = Object.entries(sided)
      .filter(([field, each]) => !isLeftOut(field, each))
      .toSorted(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(
      fields.map(([field, each]) => [field, this.draw(isLedger && field === "id" ? "hash" : field, each)]),
    );
  }

  #drawNumber(value: number, compared: string | undefined): Json {
    if (compared === "ledger" || compared === "place") return this.#names.ledger(value);
    return compared === "kind" ? "#number" : value;
  }

  #drawText(field: string, text: string, compared: string | undefined): Json {
    const inner = decoded(field, text);
    if (typeof inner !== "string") return this.draw(`${field}:`, inner);
    const named = this.#names.named(text);
    if (named !== text && !named.includes("/")) return compared === "place" ? this.#names.placed(named) : named;
    if (compared === "kind" && text !== "") return "#text";
    if (field === "cursor" && /^\d{1,9}$/.test(text)) return this.#names.ledger(Number(text));
    if (text.startsWith("id: ")) return this.#drawFrame(text);
    return this.#drawWords(field, compared === "place" ? this.#names.placed(named) : named);
  }

  #drawWords(field: string, text: string): string {
    return text
      .replace(/https?:\/\/127\.0\.0\.1:\d+/g, "#host")
      .replace(/(?<=\/ledgers\/)\d+/g, (ledger) => this.#names.ledger(Number(ledger)))
      .replace(/(?<=ledger: |latest ledger: |oldest ledger: )\d+/g, "#ledger")
      .replace(/(?<=end_time=)\d+/g, "#time")
      .replace(/\b[GM][A-Z2-7]{55,68}\b/g, (address) => (field === "hint" ? address : nameOf(address)));
  }

  /** A frame of a stream: its id and the record that it brings. */
  #drawFrame(text: string): Json {
    const [id = "", data = ""] = text.split("\n");
    const record: Json = JSON.parse(data.slice("data: ".length));
    return { id: this.draw("id", id.slice("id: ".length)), data: this.draw("", record) };
  }
}

const CHANGES = /^(?:changes|tx_changes.*|fee_processing|post_tx_apply_fee_processing)$/;

function isLeftOut(field: string, value: Json): boolean {
  const isLinkOfRecord = field === "transaction" && isObject(value) && "href" in value;
  return comparisonOf(field) === "nothing" && !isLinkOfRecord;
}

/** Changes in an order of their own, each state before what became of it. */
function sortedChanges(changes: readonly Json[]): Json[] {
  const groups: Json[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    const [before] = last ?? [];
    if (last?.length === 1 && isObject(before) && "state" in before) last.push(change);
    else groups.push([change]);
  }
  const text = (group: Json[]) => JSON.stringify(group);
  return groups.toSorted((left, right) => (text(left) < text(right) ? -1 : 1)).flat();
}

/** The trade with its seller as the base. */
function sellerFirst(trade: JsonObject): JsonObject {
  if (trade["base_is_seller"] === true) return trade;
  const turned = (field: string) =>
    field.startsWith("base_") ? field.replace("base_", "counter_") : field.replace(/^counter_/, "base_");
  const { base_is_seller: _, price, _links: links, ...rest } = trade;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [turned(field), value])),
    base_is_seller: true,
    ...(isObject(price) && { price: { n: price["d"] ?? null, d: price["n"] ?? null } }),
    ...(isObject(links) && { _links: { ...links, base: links["counter"] ?? null, counter: links["base"] ?? null } }),
  };
}
