import type { Chain } from "./chain.ts";
import { bytesIn, integerIn } from "./sql.ts";
import type { Store } from "./store.ts";

/** How often something is forgotten, in ledgers, and how many at once: more than come, so that a long history is caught up with. */
const EVERY = 16;
const AT_ONCE = 160;
/** Accounts of which what they took part in is looked through at once. */
const ACCOUNTS_AT_ONCE = 100;

const BY_LEDGER = ["transactions", "trades", "upgrades"] as const;
const BY_ACCOUNT = ["transaction_accounts", "operation_accounts"] as const;

/**
 * Has the chain forget what happened in ledgers before the newest `keep`, a little after every few ledgers; what is on the ledger stays. The pages
 * that get free hold what comes, so that the file grows no more. Who took part in what is kept by account, and goes account by account:
 * until then it names transactions that are not there.
 */
export function forgetBefore(chain: Chain, keep: number): void {
  const pruner = new Pruner(chain.store);
  chain.events.on("closed", ({ seq }) => {
    if (seq % EVERY === 0) pruner.forget(seq - keep + 1);
  });
}

class Pruner {
  readonly #store: Store;
  /** The account that each table was looked through up to. */
  readonly #reached = new Map<string, Uint8Array>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** `oldest` is the first ledger that is to stay. */
  forget(oldest: number): void {
    const elder = elderLedger(this.#store);
    if (oldest <= 1 || elder > oldest) return;
    const { database } = this.#store;
    const before = Math.min(oldest, elder + AT_ONCE);
    database.exec("BEGIN IMMEDIATE");
    try {
      for (const table of BY_LEDGER) this.#store.sql(`DELETE FROM ${table} WHERE ledger < ?`).run(before);
      this.#store.sql("DELETE FROM ledgers WHERE seq < ?").run(before);
      for (const table of BY_ACCOUNT) this.#forgetPlaces(table, before);
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  }

  #forgetPlaces(table: (typeof BY_ACCOUNT)[number], before: number): void {
    const next = this.#store.sql(`SELECT min(account) AS account FROM ${table} WHERE account > ?`);
    const remove = this.#store.sql(`DELETE FROM ${table} WHERE account = ? AND ledger < ?`);
    for (let looked = 0; looked < ACCOUNTS_AT_ONCE; looked += 1) {
      const found = next.get(this.#reached.get(table) ?? new Uint8Array())?.["account"];
      if (found === null || found === undefined) {
        this.#reached.delete(table);
        return;
      }
      const account = bytesIn(found);
      this.#reached.set(table, account);
      remove.run(account, before);
    }
  }
}

/** The oldest ledger that is kept. */
export function elderLedger(store: Store): number {
  return integerIn(store.sql("SELECT coalesce(min(seq), 1) AS elder FROM ledgers").get()?.["elder"]);
}
