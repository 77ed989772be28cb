import type { MovementRow } from "./movement.ts";

/** A payment of 12.5 XLM received from Ana's address, for tests. */
export function aRow(fields: Partial<MovementRow> = {}): MovementRow {
  return {
    uid: "4294967297",
    id: 1,
    type: "receive",
    assetCode: "XLM",
    issuer: "",
    amount: "12.5000000",
    fee: "0.0000100",
    from: "GANA",
    to: "GME",
    hash: "ab".repeat(32),
    memo: "",
    status: "confirmed",
    partyName: "",
    event: null,
    ledger: 1,
    timestamp: "2026-05-01T10:00:00.000Z",
    ...fields,
  };
}
