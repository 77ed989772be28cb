import type { Locator } from "@playwright/test";
import { type Keypair, Transaction } from "@stellar/stellar-sdk";
import { expect } from "./astrolabe.ts";

/** The transaction that a sheet wants signed, as another wallet would take it over from the link. */
export async function signedElsewhere(sheet: Locator, key: Keypair): Promise<string> {
  const link = sheet.getByRole("link", { name: "Open in a wallet here" });
  const query = new URLSearchParams((await link.getAttribute("href"))?.replace("web+stellar:tx?", ""));
  expect(query.get("pubkey")).toBe(key.publicKey());
  const transaction = new Transaction(query.get("xdr") ?? "", query.get("network_passphrase") ?? "");
  transaction.sign(key);
  return transaction.toXDR();
}
