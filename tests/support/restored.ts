import { randomBytes } from "node:crypto";
import type { RestoredPhase } from "#schemas/restored.ts";
import { houseAccounts } from "#server/platform/house/accounts.ts";
import { restoredCollection, sealRestored } from "#server/platform/restored/state.ts";
import { LANDED_KIND, landedCollection } from "#server/platform/submissions/landed.ts";
import { sealRow } from "#server/platform/seals/sealed-rows.ts";
import type { TestApp } from "./app.ts";

/** Has a database say of itself that it was set back, and is that far; answers with when that was. The running app goes on as it was. */
export async function plantRestored({ database, clock }: TestApp, phase: RestoredPhase): Promise<string> {
  const at = clock.now();
  const state = {
    _id: "restored",
    takenAt: at,
    restoredAt: at,
    ledger: 1,
    phase,
    since: at,
    quietFrom: at,
    readTo: 2,
    readAt: at,
  } as const;
  const sealed = { ...state, seal: sealRestored(database, state) };
  await restoredCollection(database).replaceOne({ _id: "restored" }, sealed, { upsert: true });
  return at.toISOString();
}

/** A payment of the house that nobody knows; answers with its hash. */
export async function plantLanded({ database, clock }: TestApp): Promise<string> {
  const hash = randomBytes(32).toString("hex");
  const treasury = (await houseAccounts(database)).get("treasury") ?? "";
  const ledger = {
    hash,
    innerHash: null,
    isSuccessful: true,
    ledger: 5,
    closedAt: clock.now(),
    resultXdr: "",
    envelopeXdr: "",
  };
  const paid = [{ to: treasury, amount: "1", assetCode: "XLM", issuer: "" }];
  const row = { _id: hash, ...ledger, ledgerKey: 7, payers: [treasury], paid, submission: null, settledBy: null };
  await landedCollection(database).insertOne({ ...row, seal: sealRow(database, LANDED_KIND, row) });
  return hash;
}
