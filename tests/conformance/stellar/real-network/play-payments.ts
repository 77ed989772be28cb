import { Account, Asset, Memo, MuxedAccount, Operation } from "@stellar/stellar-sdk";
import type { xdr } from "@stellar/stellar-sdk";
import { addressOf, EUR, OPENED, REG, USD, XLM } from "./cast.ts";
import type { Name } from "./cast.ts";
import type { Player } from "./player.ts";

const MUXED_BEN = new MuxedAccount(new Account(addressOf("ben"), "0"), "420").accountId();
const HOLDERS: readonly Name[] = ["anna", "ben", "cora", "maker"];

/** A payment of XLM to one of the cast, or to an address; of another asset where one is named. */
export function pay(to: Name, amount: string, asset: Asset = XLM): xdr.Operation {
  return Operation.payment({ destination: addressOf(to), asset, amount });
}

/** Accounts, and XLM sent between them in every way. */
export async function playPayments(player: Player): Promise<void> {
  const opened = OPENED.slice(1).map((name) =>
    Operation.createAccount({ destination: addressOf(name), startingBalance: name === "gone" ? "20" : "500" }),
  );
  await player.play("create many", "anna", opened, { fee: "2000" });
  const again = Operation.createAccount({ destination: addressOf("ben"), startingBalance: "10" });
  await player.play("create existing", "anna", [again]);
  const poor = Operation.createAccount({ destination: addressOf("empty"), startingBalance: "0.5" });
  await player.play("create below reserve", "anna", [poor]);
  await player.play("payment native with text memo", "anna", [pay("ben", "12.3456789")], {
    memo: Memo.text("hallo ☂"),
  });
  await player.play("payment by RPC, id memo", "anna", [pay("ben", "1")], {
    memo: Memo.id("18446744073709551615"),
    by: "rpc",
  });
  await player.play("payment async, hash memo", "anna", [pay("ben", "2")], {
    memo: Memo.hash("ab".repeat(32)),
    by: "async",
  });
  const muxed = Operation.payment({ destination: MUXED_BEN, asset: XLM, amount: "3" });
  await player.play("payment return memo to muxed from muxed", "anna", [muxed], { memo: Memo.return("cd".repeat(32)) });
  await player.play("payment to nobody", "anna", [pay("empty", "1")]);
  await player.play("payment by RPC to nobody", "anna", [pay("empty", "1")], { by: "rpc" });
  await player.play("payment underfunded", "ben", [pay("anna", "99999")]);
  await player.play("payment no trust", "issuer", [pay("anna", "1", USD)]);
}

/** What no ledger takes, for what stands in the envelope; then what one takes and applies none of. */
export async function playRefusals(player: Player): Promise<void> {
  const one = [pay("ben", "1")];
  await player.play("bad sequence", "anna", one, { sequence: 5n });
  await player.play("bad sequence by RPC", "anna", one, { sequence: 5n, by: "rpc" });
  await player.play("bad signature", "anna", one, { signers: ["ben"] });
  await player.play("too late", "anna", one, { conditions: { timebounds: { minTime: 0, maxTime: 1000 } } });
  const later = { minTime: 4_000_000_000, maxTime: 0 };
  await player.play("too early", "anna", one, { conditions: { timebounds: later } });
  await player.play("fee too low", "anna", one, { fee: "10" });
  await player.play("one of two fails", "anna", [...one, pay("empty", "1")]);
}

/** Issuers, lines, and what an issuer may do with what it issued. */
export async function playAssets(player: Player): Promise<void> {
  const regulated = Operation.setOptions({ setFlags: 11, homeDomain: "reg.example.org" });
  await player.play("issuer flags", "issuer2", [regulated]);
  await player.play("issuer domain", "issuer", [Operation.setOptions({ homeDomain: "usd.example.org" })]);
  const lines = [Operation.changeTrust({ asset: USD }), Operation.changeTrust({ asset: EUR, limit: "100000" })];
  for (const name of [...HOLDERS, "eve"] as const) await player.play(`trust ${name}`, name, lines);
  await player.play("trust regulated", "cora", [Operation.changeTrust({ asset: REG })]);
  await player.play("trust oneself", "issuer", [Operation.changeTrust({ asset: USD })]);
  const nobodys = new Asset("NIX", addressOf("empty"));
  await player.play("trust nobody", "anna", [Operation.changeTrust({ asset: nobodys })]);
  const issued = HOLDERS.flatMap((name) => [
    pay(name, name === "maker" ? "100000" : "1000", USD),
    pay(name, "900", EUR),
  ]);
  await player.play("issue", "issuer", issued, { fee: "1000" });
  await player.play("issue over limit", "issuer", [pay("anna", "99500", EUR)]);
  await player.play("pay unauthorised", "issuer2", [pay("cora", "5", REG)]);
  await player.play("authorise", "issuer2", [authorise({ authorized: true }), pay("cora", "50", REG)]);
  const maintained = authorise({ authorized: false, authorizedToMaintainLiabilities: true });
  await player.play("maintain only", "issuer2", [maintained]);
  const allowed = Operation.allowTrust({ trustor: addressOf("cora"), assetCode: "REG", authorize: 1 });
  await player.play("allow trust", "issuer2", [allowed]);
  await player.play("clawback", "issuer2", [
    Operation.clawback({ from: addressOf("cora"), asset: REG, amount: "7.5" }),
  ]);
  await player.play("clawback of the other", "issuer", [
    Operation.clawback({ from: addressOf("anna"), asset: USD, amount: "1" }),
  ]);
}

/** What Cora may do with the regulated asset. */
export function authorise(flags: Parameters<typeof Operation.setTrustLineFlags>[0]["flags"]): xdr.Operation {
  return Operation.setTrustLineFlags({ trustor: addressOf("cora"), asset: REG, flags });
}
