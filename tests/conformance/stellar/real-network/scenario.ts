import { xdr } from "@stellar/stellar-sdk";
import { addressOf, keyOf } from "./cast.ts";
import type { Name } from "./cast.ts";
import type { Client } from "./client.ts";
import { at } from "./json.ts";
import type { Json } from "./json.ts";
import { Names } from "./names.ts";
import { playEndings, playEnvelopes, playSettings, playSponsorships } from "./play-accounts.ts";
import { playClaimables } from "./play-claimables.ts";
import { playAssets, playPayments, playRefusals } from "./play-payments.ts";
import { playOffers, playPaths, playPools } from "./play-trading.ts";
import { Player, until } from "./player.ts";
import type { Recording } from "./recording.ts";

/**
 * Plays the recorded scenario on a network where none of its accounts exists yet: ninety transactions of every classic
 * operation, then what was asked of Horizon and RPC, by the same words save for the ids that are of this network.
 */
export async function play(client: Client, recorded: Recording, passphrase: string): Promise<Recording> {
  const friendbot = await client.friendbot(addressOf("anna"));
  const friendbotAgain = await client.friendbot(addressOf("anna"));
  const friendbotBad = await client.friendbot("nobody");
  await until(async () => (await client.get(`/accounts/${addressOf("anna")}`)).status === 200);
  const player = new Player(client, passphrase);
  const acts = [playPayments, playRefusals, playAssets, playOffers, playPaths, playPools, playClaimables];
  const laterActs = [playSettings, playSponsorships, playEnvelopes, playEndings];
  for (const act of [...acts, ...laterActs]) await act(player);
  const { steps } = player;
  const latest = async () => Number(at((await client.call("getLatestLedger")).body, "result", "sequence"));
  const last = await latest();
  // So that none of the scenario's ledgers is the last when it is asked for.
  await until(async () => (await latest()) > last + 1);
  const ask = (path: string, form: Record<string, string>) => client.post(path, form);
  return {
    steps,
    friendbot,
    friendbotAgain,
    friendbotBad,
    malformed: await ask("/transactions", { tx: "AAAA" }),
    malformedAsync: await ask("/transactions_async", { tx: "AAAA" }),
    noTx: await ask("/transactions", {}),
    reads: await readAll(client, recorded, new Names({ steps, friendbot })),
    stream: await client.stream(`/accounts/${addressOf("ben")}/payments?limit=2&cursor=0`, 4),
    rpc: await callAll(client, ledgerOf(steps, "payment by RPC, id memo")),
  };
}

/** Horizon's answers to all that was read of the recorded network, by what was asked there. */
async function readAll(client: Client, recorded: Recording, ours: Names): Promise<Record<string, Json>> {
  const theirs = new Names(recorded);
  const reads: Record<string, Json> = {};
  for (const path of Object.keys(recorded.reads)) reads[path] = await client.get(theirs.translate(path, ours));
  return reads;
}

function ledgerOf(steps: Recording["steps"], name: string): number {
  return Number(at(steps.find((step) => step.name === name)?.tx, "ledger"));
}

async function callAll(client: Client, startLedger: number): Promise<Record<string, Json>> {
  const answers: Record<string, Json> = {};
  for (const [name, method, params] of calls(startLedger)) answers[name] = await client.call(method, params);
  return answers;
}

function calls(startLedger: number): readonly (readonly [name: string, method: string, params?: object])[] {
  const pagination = { limit: 1 };
  const keyText = (name: Name) =>
    xdr.LedgerKey.fromXdrObject({
      type: 0,
      account: { accountId: { type: 0, ed25519: keyOf(name).rawPublicKey() } },
    }).toXdr("base64");
  return [
    ["health", "getHealth"],
    ["network", "getNetwork"],
    ["version", "getVersionInfo"],
    ["latest", "getLatestLedger"],
    ["fees", "getFeeStats"],
    ["ledgers", "getLedgers", { startLedger, pagination }],
    ["ledgersJson", "getLedgers", { startLedger, pagination, xdrFormat: "json" }],
    ["transactions", "getTransactions", { startLedger, pagination: { limit: 2 } }],
    ["unknown", "getTransaction", { hash: "0".repeat(64) }],
    ["badHash", "getTransaction", { hash: "x" }],
    ["entries", "getLedgerEntries", { keys: [keyText("anna")] }],
    ["entriesMissing", "getLedgerEntries", { keys: [keyText("empty")] }],
    ["entriesBad", "getLedgerEntries", { keys: ["AAAA!"] }],
    ["ledgersFuture", "getLedgers", { startLedger: 99_999_999 }],
    ["ledgersZero", "getLedgers", { startLedger: 0 }],
    ["noMethod", "getNothing"],
    ["sendBad", "sendTransaction", { transaction: "AAAA" }],
    ["events", "getEvents", { startLedger, filters: [] }],
  ];
}
