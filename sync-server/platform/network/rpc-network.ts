import { rpc, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { LedgerKeyWire } from "@stellar/stellar-sdk/xdr";
import { StrKey } from "@stellar/stellar-sdk";
import type { StellarConfig } from "#server/config.ts";
import { isNative, toSdkAsset } from "./assets.ts";
import { type LedgerAccount, type LedgerLine, readHolding } from "./entries.ts";
import {
  type HoldingsQuery,
  type NetworkTransaction,
  NetworkError,
  type SendAnswer,
  type StellarNetwork,
} from "./network.ts";

const REQUEST_TIMEOUT_MS = 10_000;
const ENTRIES_PER_CALL = 100;
const BASE_FEE_STROOPS = 100n;
/** The most that is ever bid for an operation: 0.1 XLM. */
const MAX_FEE_STROOPS = 1_000_000n;

/** Connects to the Stellar RPC nodes of the configuration: the first that answers serves, and stays first. */
export function openRpcNetwork(config: StellarConfig, timeoutMs = REQUEST_TIMEOUT_MS): StellarNetwork {
  const nodes = config.rpcUrls.map((url) => new rpc.Server(url, { allowHttp: url.startsWith("http:") }));
  let first = 0;

  async function ask<T>(question: (node: rpc.Server) => Promise<T>): Promise<T> {
    let cause: unknown = new Error("no node is configured");
    for (let turn = 0; turn < nodes.length; turn += 1) {
      const index = (first + turn) % nodes.length;
      const node = nodes[index];
      if (!node) break;
      try {
        const answer = await within(timeoutMs, question(node));
        first = index;
        return answer;
      } catch (error) {
        cause = error;
      }
    }
    throw new NetworkError(`no Stellar RPC node answered: ${describe(cause)}`, { cause });
  }

  return {
    passphrase: config.passphrase,
    head: async () => {
      // A look-up of a hash that cannot exist is the one cheap answer in which every version of the RPC dates its ledger.
      const answer = await ask((node) => node._getTransaction("0".repeat(64)));
      return { sequence: answer.latestLedger, closedAt: dateOf(answer.latestLedgerCloseTime) };
    },
    oldestLedger: async () => (await ask((node) => node.getHealth())).oldestLedger,
    transactions: async (cursor, limit) => {
      const page = await ask((node) => node._getTransactions({ pagination: { cursor, limit } }));
      return {
        transactions: (page.transactions ?? []).map(readTransaction),
        cursor: page.cursor,
        latestLedger: page.latestLedger,
        oldestLedger: page.oldestLedger,
      };
    },
    transaction: async (hash) => {
      const answer = await ask((node) => node._getTransaction(hash));
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
    send: (envelopeXdr) => send(nodes[first], envelopeXdr, config.passphrase, timeoutMs),
    holdings: async (queries) => {
      const keys = queries.flatMap(keysOf);
      const accounts = new Map<string, LedgerAccount>();
      const lines: LedgerLine[] = [];
      let ledger = Number.MAX_SAFE_INTEGER;
      for (let start = 0; start === 0 || start < keys.length; start += ENTRIES_PER_CALL) {
        const part = keys.slice(start, start + ENTRIES_PER_CALL);
        const answer = await ask((node) => node._getLedgerEntries(...part));
        ledger = Math.min(ledger, answer.latestLedger);
        for (const entry of answer.entries ?? []) {
          const holding = readHolding(xdr.LedgerEntryData.schema.decode(Buffer.from(entry.xdr, "base64")));
          if (holding?.kind === "account") accounts.set(holding.account.address, holding.account);
          if (holding?.kind === "line") lines.push(holding.line);
        }
      }
      return { ledger, accounts, lines };
    },
    feeBid: async () => {
      const { inclusionFee } = await ask((node) => node.getFeeStats());
      const recent = BigInt(inclusionFee.p95);
      return recent < BASE_FEE_STROOPS ? BASE_FEE_STROOPS : recent > MAX_FEE_STROOPS ? MAX_FEE_STROOPS : recent;
    },
  };
}

async function send(
  node: rpc.Server | undefined,
  envelopeXdr: string,
  passphrase: string,
  timeoutMs: number,
): Promise<SendAnswer> {
  if (!node) return { kind: "unknown", problem: "no node is configured" };
  try {
    const answer = await within(timeoutMs, node._sendTransaction(TransactionBuilder.fromXDR(envelopeXdr, passphrase)));
    switch (answer.status) {
      case "PENDING":
        return { kind: "accepted" };
      case "DUPLICATE":
        return { kind: "duplicate" };
      case "TRY_AGAIN_LATER":
        return { kind: "try-again" };
      case "ERROR":
        return { kind: "rejected", resultCode: resultCodeOf(answer.errorResultXdr) };
    }
    return { kind: "unknown", problem: "the node answered with an unknown status" };
  } catch (error) {
    return { kind: "unknown", problem: describe(error) };
  }
}

/** Name of a transaction result's code, such as `txBadSeq`; for a failed one the code of its operation follows. */
export function resultCodeOf(resultXdr: string | undefined): string {
  if (resultXdr === undefined) return "unknown";
  const { result } = xdr.TransactionResult.fromXdr(Buffer.from(resultXdr, "base64"));
  return result.type;
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
  const accountId = { type: 0, ed25519: StrKey.decodeEd25519PublicKey(address) } as const;
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

function describe(error: unknown): string {
  if (error instanceof Error) return error.message;
  if (typeof error === "object" && error !== null && "message" in error) return String(error.message);
  return String(error);
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
