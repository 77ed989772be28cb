import { StrKey } from "@stellar/stellar-sdk";
import type { StellarConfig } from "#server/config.ts";
import { EffectRecords, type PastEffect } from "./past-effects.ts";
import {
  assertTrue,
  assertWhole,
  EffectPlaces,
  LedgerRecords,
  type PastLedger,
  type PastTransaction,
  TransactionRecords,
  UntrueHistoryError,
} from "./history-records.ts";
import { type HorizonGet, type HorizonReach, openHorizonNodes } from "./horizon-nodes.ts";
import { ledgerOfCursor, NetworkError, operationId, orderOfCursor, type StellarNetwork } from "./network.ts";

const REQUEST_TIMEOUT_MS = 20_000;
export const RECORDS_PER_PAGE = 200;
/** Made by nobody: it has no transactions, and its header vouches for nothing. */
const FIRST_LEDGER = 1;

/** From one ledger to another, both among them. */
export interface LedgerSpan {
  readonly first: number;
  readonly last: number;
}

/** The place of a transaction in its ledger, from 1. */
export type PastPlace = Pick<PastTransaction, "ledger" | "order">;

/** Part of a list, and after what the next begins; null where there is none. */
export interface PastPage<T> {
  readonly found: readonly T[];
  readonly after: string | null;
}

/** What Horizon tells of the past. Every call throws NetworkError where no server gives an answer that can be true. */
export interface LedgerHistory {
  /** The oldest ledger that a server knows. Throws NetworkError while one is silent that may know more, where the others do not reach back to `atMost`. */
  elder(atMost: number): Promise<number>;
  /** Up to 200 ledgers of the span in a row, from its first on, each the successor of the one before. */
  ledgers(span: LedgerSpan): Promise<readonly PastLedger[]>;
  /** All transactions of these ledgers, which are in a row, with the results that their headers vouch for. */
  transactionsOf(ledgers: readonly PastLedger[]): Promise<readonly PastTransaction[]>;
  /** The next of the span's transactions that an account (G...) took part in, in order: a page of them after `after`, null for the first. */
  transactionsOfAccount(address: string, span: LedgerSpan, after: string | null): Promise<PastPage<PastTransaction>>;
  /**
   * Where the next effects of the span on an account were. Transactions in which others took what it had offered are not among its
   * own: they are found by these.
   */
  placesOfEffects(address: string, span: LedgerSpan, after: string | null): Promise<PastPage<PastPlace>>;
  /** The transaction of a place that was told of. */
  transactionAt(place: PastPlace): Promise<PastTransaction>;
  /** What a transaction did, for one that is told without its metadata. */
  effectsOf(hash: string): Promise<readonly PastEffect[]>;
}

/** Opens the past of the Horizon servers of the configuration. `onRequest` counts what they are asked. */
export function openLedgerHistory(
  config: Pick<StellarConfig, "horizonUrls" | "passphrase">,
  network: Pick<StellarNetwork, "head">,
  { onRequest = () => undefined, timeoutMs = REQUEST_TIMEOUT_MS }: { onRequest?: () => void; timeoutMs?: number } = {},
): LedgerHistory {
  const { passphrase } = config;
  const nodes = openHorizonNodes(config, network, timeoutMs);

  function ask<T>(span: LedgerSpan | null, question: (get: HorizonGet) => Promise<T>): Promise<T> {
    return nodes.ask((get, reach) => {
      if (span) assertReaches(reach, span);
      return question((path, schema) => {
        onRequest();
        return get(path, schema);
      });
    });
  }

  return {
    elder: async (atMost) => {
      const reaches = await nodes.reaches();
      const elder = Math.min(...reaches.map((reach) => ("elder" in reach ? reach.elder : Infinity)));
      const silent = reaches.flatMap((reach) => ("problem" in reach ? [reach.problem] : []));
      if (elder > atMost && silent.length > 0) throw new NetworkError(`no Horizon answered: ${silent.join("; ")}`);
      return elder;
    },
    ledgers: (span) => ask(span, (get) => readLedgers(get, span)),
    transactionsOf: (ledgers) => ask(spanOf(ledgers), (get) => readTransactions(get, ledgers, passphrase)),
    transactionsOfAccount: (address, span, after) =>
      ask(span, (get) => readOwn(get, address, span, { after: after ?? operationId(span.first, 0, 0), passphrase })),
    placesOfEffects: (address, span, after) =>
      ask(span, (get) => readPlaces(get, address, span, after ?? `${operationId(span.first, 0, 0)}-0`)),
    transactionAt: (place) => ask(null, (get) => readOne(get, place, passphrase)),
    effectsOf: (hash) => ask(null, (get) => readEffects(get, hash)),
  };
}

function spanOf(ledgers: readonly PastLedger[]): LedgerSpan | null {
  const [first, last] = [ledgers[0], ledgers.at(-1)];
  return first && last ? { first: first.sequence, last: last.sequence } : null;
}

function assertReaches({ elder, sequence }: HorizonReach, { first, last }: LedgerSpan): void {
  if (elder > first || sequence < last)
    throw new NetworkError(`Horizon knows ledgers ${elder} to ${sequence}, and not all of ${first} to ${last}`);
}

async function readLedgers(get: HorizonGet, { first, last }: LedgerSpan): Promise<readonly PastLedger[]> {
  const limit = Math.min(RECORDS_PER_PAGE, last - first + 1);
  const page = await get(`/ledgers?${queryAfter(operationId(first - 1, 0, 0), limit)}`, LedgerRecords);
  const found = page?.body ?? [];
  let expected = first;
  let before: PastLedger | null = null;
  for (const ledger of found) {
    if (ledger.transactions === 0 && ledger.sequence > FIRST_LEDGER) assertWhole(ledger, []);
    if (ledger.sequence !== expected || (before !== null && ledger.previousHash !== before.hash))
      throw new UntrueHistoryError(`ledger ${ledger.sequence} does not join on to ${expected - 1}`);
    before = ledger;
    expected += 1;
  }
  if (found.length === 0) throw new UntrueHistoryError(`Horizon leaves out ledger ${first}`);
  return found;
}

async function readTransactions(
  get: HorizonGet,
  ledgers: readonly PastLedger[],
  passphrase: string,
): Promise<readonly PastTransaction[]> {
  const expected = ledgers.flatMap(({ sequence, transactions }) =>
    Array.from({ length: transactions }, (_, index) => ({ ledger: sequence, order: index + 1 })),
  );
  const found: PastTransaction[] = [];
  let after = operationId(ledgers[0]?.sequence ?? 0, 0, 0);
  while (found.length < expected.length) {
    const limit = Math.min(RECORDS_PER_PAGE, expected.length - found.length);
    const page = await get(`/transactions?${queryAfter(after, limit)}&include_failed=true`, TransactionRecords);
    const transactions = page?.body ?? [];
    for (const transaction of transactions) {
      const place = expected[found.length];
      if (!place || place.ledger !== transaction.ledger || place.order !== transaction.order)
        throw new UntrueHistoryError(
          `transaction ${transaction.order} of ledger ${transaction.ledger} does not join on to the page before`,
        );
      assertTrue(transaction, passphrase);
      found.push(transaction);
    }
    const last = transactions.at(-1);
    if (!last) throw new UntrueHistoryError(`transactions of ledger ${expected[found.length]?.ledger} are left out`);
    after = operationId(last.ledger, last.order, 0);
  }
  const ofLedger = Map.groupBy(found, ({ ledger }) => ledger);
  for (const ledger of ledgers)
    if (ledger.sequence > FIRST_LEDGER) assertWhole(ledger, ofLedger.get(ledger.sequence) ?? []);
  return found;
}

/** A list ends with a page that is empty or leads past the span: one that is cut short ends none. */
async function readOwn(
  get: HorizonGet,
  address: string,
  { last }: LedgerSpan,
  { after, passphrase }: { readonly after: string; readonly passphrase: string },
): Promise<PastPage<PastTransaction>> {
  const path = `/accounts/${address}/transactions?${queryAfter(after, RECORDS_PER_PAGE)}&include_failed=true`;
  const page = (await get(path, TransactionRecords))?.body ?? [];
  const found: PastTransaction[] = [];
  let before = after;
  for (const transaction of page) {
    const { ledger, order, hash } = transaction;
    if (BigInt(operationId(ledger, order, 0)) <= BigInt(before))
      throw new UntrueHistoryError(`transaction ${hash} does not join on to the page before`);
    before = operationId(ledger, order, 0);
    if (ledger > last) return { found, after: null };
    if (!isIn(address, transaction))
      throw new UntrueHistoryError(`transaction ${hash} is told to be of ${address}, and is not`);
    assertTrue(transaction, passphrase);
    found.push(transaction);
  }
  return { found, after: page.length === 0 ? null : before };
}

async function readPlaces(
  get: HorizonGet,
  address: string,
  { last }: LedgerSpan,
  after: string,
): Promise<PastPage<PastPlace>> {
  const path = `/accounts/${address}/effects?${queryAfter(after, RECORDS_PER_PAGE)}`;
  const page = (await get(path, EffectPlaces))?.body ?? [];
  const found = new Map<string, PastPlace>();
  let before = after;
  for (const { token, operationId: id } of page) {
    if (!isAfter(token, before)) throw new UntrueHistoryError(`effect ${token} does not join on to the page before`);
    before = token;
    const place = { ledger: ledgerOfCursor(id), order: orderOfCursor(id) };
    if (place.ledger > last) return { found: [...found.values()], after: null };
    found.set(placeKey(place), place);
  }
  return { found: [...found.values()], after: page.length === 0 ? null : before };
}

async function readOne(get: HorizonGet, place: PastPlace, passphrase: string): Promise<PastTransaction> {
  const { ledger, order } = place;
  const query = queryAfter(String(BigInt(operationId(ledger, order, 0)) - 1n), 1);
  const [found] = (await get(`/transactions?${query}&include_failed=true`, TransactionRecords))?.body ?? [];
  if (!found || placeKey(found) !== placeKey(place))
    throw new UntrueHistoryError(`transaction ${order} of ledger ${ledger} is left out`);
  assertTrue(found, passphrase);
  return found;
}

function isAfter(token: string, before: string): boolean {
  const [[id = "0", number = "0"], [formerId = "0", formerNumber = "0"]] = [token.split("-"), before.split("-")];
  const [now, then] = [BigInt(id), BigInt(formerId)];
  return now === then ? BigInt(number) > BigInt(formerNumber) : now > then;
}

async function readEffects(get: HorizonGet, hash: string): Promise<readonly PastEffect[]> {
  const found: PastEffect[] = [];
  for (;;) {
    const last = found.at(-1);
    const query = last ? queryAfter(last.token, RECORDS_PER_PAGE) : `order=asc&limit=${RECORDS_PER_PAGE}`;
    const page = await get(`/transactions/${hash}/effects?${query}`, EffectRecords);
    if (!page) throw new UntrueHistoryError(`Horizon does not know transaction ${hash}, which it told of`);
    if (page.body.length === 0) return found;
    for (const effect of page.body) {
      if (last && !isAfter(effect.token, last.token))
        throw new UntrueHistoryError(`effect ${effect.token} does not join on to the page before`);
      found.push(effect);
    }
  }
}

function isIn(address: string, { envelopeXdr, resultXdr, metaXdr }: PastTransaction): boolean {
  const key = Buffer.from(StrKey.decodeEd25519PublicKey(address));
  return [envelopeXdr, resultXdr, metaXdr ?? ""].some((text) => Buffer.from(text, "base64").includes(key));
}

function placeKey({ ledger, order }: PastPlace): string {
  return `${ledger} ${order}`;
}

function queryAfter(cursor: string, limit: number): string {
  return `cursor=${cursor}&limit=${limit}&order=asc`;
}
