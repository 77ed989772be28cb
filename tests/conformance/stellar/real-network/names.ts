import { StrKey } from "@stellar/stellar-sdk";
import { at, recordsOf, textAt } from "./json.ts";
import type { Recording, Step } from "./recording.ts";

/** Horizon makes up ids of this size and above, out of places in history, for offers that never came into a book. */
const MADE_UP_OFFER = 1n << 62n;
/** The name of the transaction that friendbot sent. */
export const FRIENDBOT = "#friendbot";
const LEDGER_BITS = 32n;
const PLACE_MASK = (1n << LEDGER_BITS) - 1n;

/**
 * What one network calls the things of the scenario, by names that mean the same in all: a transaction by its step, a
 * ledger by the step that it holds, a place in history by its ledger, a claimable balance by who made it, as which one.
 */
export class Names {
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #ledgers = new Map<number, string>();
  readonly #ledgersByName = new Map<string, number>();

  constructor({ steps, friendbot }: Pick<Recording, "steps" | "friendbot">) {
    this.#add(textAt(friendbot, "body", "hash"), FRIENDBOT);
    const [first] = steps;
    // The first account's sequence number tells when friendbot opened it.
    this.#addLedger(Number(BigInt(textAt(first?.tx, "source_account_sequence")) >> LEDGER_BITS), "friendbot");
    for (const step of steps) this.#addStep(step);
  }

  #addStep({ name, hash, tx, effects }: Step): void {
    this.#add(hash, `#${name}`);
    const inner = textAt(tx, "inner_transaction", "hash");
    if (inner !== "") this.#add(inner, `#inner ${name}`);
    const ledger = at(tx, "ledger");
    if (typeof ledger === "number") this.#addLedger(ledger, name);
    const made = recordsOf(effects).filter((effect) => textAt(effect, "type") === "claimable_balance_created");
    for (const [index, effect] of made.entries()) {
      const id = textAt(effect, "balance_id");
      this.#add(id, `#balance ${index} of ${name}`);
      // Its type takes four bytes in XDR, of which an address keeps one.
      this.#add(StrKey.encodeClaimableBalance(Buffer.from(id.slice(6), "hex")), `#balance address ${index} of ${name}`);
    }
  }

  #add(id: string, name: string): void {
    this.#names.set(id, name);
    this.#ids.set(name, id);
  }

  #addLedger(ledger: number, step: string): void {
    this.#ledgers.set(ledger, step);
    this.#ledgersByName.set(step, ledger);
  }

  /** A text with every hash and claimable balance that is known by name in its words. */
  named(text: string): string {
    return text.replace(/\b(?:[0-9a-f]{72}|[0-9a-f]{64}|B[A-Z2-7]{57})\b/g, (id) => this.#names.get(id) ?? id);
  }

  /** A ledger by its step; "#ledger" for one that holds no step. */
  ledger(ledger: number): string {
    const step = this.#ledgers.get(ledger);
    return step === undefined ? "#ledger" : `#ledger of ${step}`;
  }

  /** A text in which each place of a known ledger (ids, cursors, sequence numbers) is told by its step. */
  placed(text: string): string {
    const sorted = text.replace(/\b\d+(?=-#balance)/, (ledger) => this.ledger(Number(ledger)));
    // A time in ms looks like a place in a ledger before the five hundredth.
    return sorted.replace(/(?<!_time=)\b\d{10,20}\b/g, (digits) => {
      const value = BigInt(digits);
      const place = value >= MADE_UP_OFFER ? value - MADE_UP_OFFER : value;
      const step = this.#ledgers.get(Number(place >> LEDGER_BITS));
      const kind = value >= MADE_UP_OFFER ? "#offer" : "#place";
      return step === undefined ? digits : `${kind} ${place & PLACE_MASK} of ${step}`;
    });
  }

  /** A path of this network's as one of `other`'s. */
  translate(path: string, other: Names): string {
    return path
      .replace(/\b(?:[0-9a-f]{72}|[0-9a-f]{64})\b/g, (id) => other.#ids.get(this.#names.get(id) ?? "") ?? id)
      .replace(/(?<=^\/ledgers\/)\d+/, (digits) => {
        const step = this.#ledgers.get(Number(digits));
        return String((step === undefined ? undefined : other.#ledgersByName.get(step)) ?? digits);
      });
  }
}
