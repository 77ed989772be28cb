import { type rpc, xdr } from "@stellar/stellar-sdk";
import type { LedgerKeyWire } from "@stellar/stellar-sdk/xdr";
import type { StellarConfig } from "#server/config.ts";
import { accountIdOf } from "./addresses.ts";
import { isNative, toSdkAsset } from "./assets.ts";
import { claimableKeyOf, readClaimable } from "./claimables.ts";
import { type LedgerAccount, type LedgerLine, readHolding } from "./entries.ts";
import { previousHashOf, readFeeStats, readLedgers } from "./ledgers.ts";
import {
  type Claimables,
  ENTRIES_PER_CALL,
  type Holdings,
  type HoldingsQuery,
  ledgerOfCursor,
  type NetworkTransaction,
  NetworkError,
  pageGap,
  type StellarNetwork,
  type TransactionPage,
} from "./network.ts";
import { type Nodes, openNodes } from "./nodes.ts";
import { perLedger } from "./per-ledger.ts";
import { sendEnvelope } from "./send.ts";
import { type DatedEntry, offerKeyOf, offersIn, poolKeysOf, poolsIn } from "./trading.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const BASE_FEE_STROOPS = 100n;
/** The most that is ever bid for an operation: 0.1 XLM. */
const MAX_FEE_STROOPS = 1_000_000n;

/** Connects to the Stellar RPC nodes of the configuration; which of them answers is for {@link openNodes} to say. */
export function openRpcNetwork(config: StellarConfig, timeoutMs = REQUEST_TIMEOUT_MS): StellarNetwork {
  const { passphrase } = config;
  const nodes = openNodes(config.rpcUrls, passphrase, timeoutMs);
  return {
    passphrase,
    head: async () => {
      // A look-up of a hash that cannot exist is the one cheap answer in which every version of the RPC dates its ledger.
      const answer = await nodes.ask((node) => node._getTransaction("0".repeat(64)), BY_LATEST);
      return { sequence: answer.latestLedger, closedAt: dateOf(answer.latestLedgerCloseTime) };
    },
    headHash: async () => {
      const { id, sequence } = await nodes.ask((node) => node._getLatestLedger(), {
        ledgerOf: (answer) => answer.sequence,
      });
      return { sequence, hash: id };
    },
    oldestLedger: () => readOldest(nodes),
    ledgerHash: (sequence) => readHash(nodes, sequence),
    transactions: (cursor, limit) => readPage(nodes, cursor, limit),
    transaction: async (hash) => {
      const answer = await nodes.ask((node) => node._getTransaction(hash), BY_LATEST);
      const { status, ledger, resultXdr } = answer;
      if (status !== "NOT_FOUND" && ledger !== undefined && resultXdr !== undefined)
        return { kind: "found", isSuccessful: status === "SUCCESS", ledger, resultXdr };
      return {
        kind: "absent",
        latestLedger: answer.latestLedger,
        latestClosedAt: dateOf(answer.latestLedgerCloseTime),
        oldestLedger: answer.oldestLedger,
      };
    },
    send: (envelopeXdr) => sendEnvelope(nodes, envelopeXdr, passphrase),
    holdings: (queries) => readHoldings(nodes, queries),
    claimables: (ids) => readClaimables(nodes, ids),
    offers: async (refs) => {
      const { oldest, entries } = await readEntries(nodes, refs.map(offerKeyOf));
      return { ledger: oldest, byId: offersIn(entries) };
    },
    pools: async (ids, holder) => {
      const keys = ids.flatMap((id) => poolKeysOf(id, holder));
      const { oldest, entries } = await readEntries(nodes, keys);
      return { ledger: oldest, ...poolsIn(entries) };
    },
    dataEntry: (address, name) => readDataEntry(nodes, address, name),
    feeBid: perLedger(newestOf(nodes), async () => {
      const { inclusionFee } = await nodes.ask((node) => node.getFeeStats(), BY_LATEST);
      return bidAfter(BigInt(inclusionFee.p95));
    }),
    feeStats: async () => readFeeStats(await nodes.ask((node) => node.getFeeStats(), BY_LATEST)),
    ledgers: async (first, limit) => {
      const page = await nodes.ask(
        (node) => node._getLedgers({ startLedger: first, pagination: { limit } }),
        BY_LATEST,
      );
      return readLedgers(page.ledgers);
    },
    setAnchor: nodes.setAnchor,
    onLedger: nodes.onLedger,
    restart: nodes.restart,
    nodes: nodes.status,
  };
}

/** What was paid of late is what others bid by now: where that is more than the least, a quarter more goes before them. */
function bidAfter(recent: bigint): bigint {
  if (recent <= BASE_FEE_STROOPS) return BASE_FEE_STROOPS;
  const bid = recent + recent / 4n;
  return bid > MAX_FEE_STROOPS ? MAX_FEE_STROOPS : bid;
}

function newestOf(nodes: Nodes): () => number {
  return () => Math.max(0, ...nodes.status().map(({ latestLedger }) => latestLedger));
}

async function readOldest(nodes: Nodes): Promise<number> {
  const answers = await nodes.askAll((node) => node._getTransaction("0".repeat(64)));
  if (answers.length === 0) throw new NetworkError("no Stellar RPC node answered");
  return Math.min(...answers.map(({ oldestLedger }) => oldestLedger));
}

async function readHash(nodes: Nodes, sequence: number): Promise<string | null> {
  const first = Math.max(sequence, await readOldest(nodes));
  // A question about what it has forgotten would count against a node.
  if (first > sequence + 1) return null;
  const { ledgers } = await nodes.ask((node) => node._getLedgers({ startLedger: first, pagination: { limit: 1 } }), {
    ...BY_LATEST,
    isUseful: (page) => page.ledgers[0]?.sequence === first,
  });
  const [told] = ledgers;
  if (told?.sequence !== first) return null;
  return first === sequence ? told.hash : previousHashOf(told.headerXdr);
}

const BY_LATEST = { ledgerOf: ({ latestLedger }: { readonly latestLedger: number }) => latestLedger };

async function readPage(nodes: Nodes, cursor: string, limit: number): Promise<TransactionPage> {
  const page = await nodes.ask((node) => node._getTransactions({ pagination: { cursor, limit } }), {
    ...BY_LATEST,
    // Another node may know more than one that forgot, or lost, some of what came since.
    isUseful: ({ oldestLedger, transactions }) =>
      oldestLedger <= ledgerOfCursor(cursor) + 1 && pageGap(cursor, (transactions ?? []).map(placeOf)) === null,
  });
  return {
    transactions: (page.transactions ?? []).map(readTransaction),
    cursor: page.cursor,
    latestLedger: page.latestLedger,
    latestClosedAt: dateOf(page.latestLedgerCloseTimestamp),
    oldestLedger: page.oldestLedger,
  };
}

function placeOf({ ledger, applicationOrder }: rpc.Api.RawTransactionInfo) {
  return { ledger, order: applicationOrder };
}

async function readHoldings(nodes: Nodes, queries: readonly HoldingsQuery[]): Promise<Holdings> {
  const accounts = new Map<string, LedgerAccount>();
  const lines: LedgerLine[] = [];
  const { oldest, newest, entries } = await readEntries(nodes, queries.flatMap(keysOf));
  for (const { data } of entries) {
    const holding = readHolding(data);
    if (holding?.kind === "account") accounts.set(holding.account.address, holding.account);
    if (holding?.kind === "line") lines.push(holding.line);
  }
  return { ledger: oldest, isOneLedger: oldest === newest, accounts, lines };
}

async function readClaimables(nodes: Nodes, ids: readonly string[]): Promise<Claimables> {
  const { oldest, entries } = await readEntries(nodes, ids.map(claimableKeyOf));
  const found = entries.flatMap(({ data }) => (data.type === 4 ? [readClaimable(data.claimableBalance)] : []));
  return { ledger: oldest, byId: new Map(found.map((balance) => [balance.balanceId, balance])) };
}

async function readDataEntry(nodes: Nodes, address: string, name: string): Promise<Buffer | null> {
  const dataName = new xdr.XdrString(name);
  const key = xdr.LedgerKey.fromXdrObject({ type: 3, data: { accountId: accountIdOf(address), dataName } });
  const { entries } = await readEntries(nodes, [key]);
  const entry = entries[0]?.data;
  return entry?.type === 3 ? Buffer.from(entry.data.dataValue) : null;
}

/** The entries that are there, and the oldest and newest ledger that they are of. */
async function readEntries(nodes: Nodes, keys: readonly xdr.LedgerKey[]) {
  const entries: DatedEntry[] = [];
  const ledgers: number[] = [];
  for (let start = 0; start === 0 || start < keys.length; start += ENTRIES_PER_CALL) {
    const part = keys.slice(start, start + ENTRIES_PER_CALL);
    const answer = await nodes.ask((node) => node._getLedgerEntries(...part), BY_LATEST);
    ledgers.push(answer.latestLedger);
    for (const { xdr: text, lastModifiedLedgerSeq = answer.latestLedger } of answer.entries ?? [])
      entries.push({
        data: xdr.LedgerEntryData.schema.decode(Buffer.from(text, "base64")),
        ledger: lastModifiedLedgerSeq,
      });
  }
  return { oldest: Math.min(...ledgers), newest: Math.max(...ledgers), entries };
}

function readTransaction(raw: rpc.Api.RawTransactionInfo): NetworkTransaction {
  const { envelopeXdr, resultXdr, resultMetaXdr } = raw;
  if (envelopeXdr === undefined || resultXdr === undefined || resultMetaXdr === undefined)
    throw new NetworkError(`the node left out parts of transaction ${raw.txHash}`);
  return {
    hash: raw.txHash,
    isSuccessful: raw.status === "SUCCESS",
    ledger: raw.ledger,
    order: raw.applicationOrder,
    closedAt: dateOf(raw.createdAt),
    envelopeXdr,
    resultXdr,
    metaXdr: resultMetaXdr,
  };
}

function keysOf({ address, assets }: HoldingsQuery): xdr.LedgerKey[] {
  const accountId = accountIdOf(address);
  const wires: LedgerKeyWire[] = [{ type: 0, account: { accountId } }];
  for (const asset of assets) {
    if (isNative(asset)) continue;
    wires.push({
      type: 1,
      trustLine: { accountId, asset: toSdkAsset(asset).toTrustLineXdrObject().toXdrObject() },
    });
  }
  return wires.map((wire) => xdr.LedgerKey.fromXdrObject(wire));
}

/** RPC nodes write times in seconds, some as numbers and some as texts. */
function dateOf(seconds: number | string): Date {
  return new Date(Number(seconds) * 1000);
}
