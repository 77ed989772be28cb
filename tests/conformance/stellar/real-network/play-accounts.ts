import { Claimant, Operation } from "@stellar/stellar-sdk";
import { addressOf, EUR, REG, sha256, USD, XLM } from "./cast.ts";
import { authorise, pay } from "./play-payments.ts";
import type { Player } from "./player.ts";

/** Data, sequence numbers, signers and thresholds. */
export async function playSettings(player: Player): Promise<void> {
  const data = (name: string, value: string | Buffer | null) => Operation.manageData({ name, value });
  await player.play("data", "anna", [data("greeting", "hello"), data("bytes", Buffer.from([0, 255, 7]))]);
  await player.play("data deleted and missing", "anna", [data("bytes", null), data("nothing", null)]);
  await player.play("data deleted", "anna", [data("bytes", null)]);
  const bumpTo = String((await player.sequenceOf("dan")) + 100n);
  await player.play("bump sequence", "dan", [Operation.bumpSequence({ bumpTo })]);
  player.forget("dan");
  await playSigners(player);
}

async function playSigners(player: Player): Promise<void> {
  const sha256Hash = sha256("preimage");
  const cosigned = { ed25519PublicKey: addressOf("cosigner"), weight: 2 };
  await player.play("signers", "safe", [
    Operation.setOptions({ masterWeight: 1, lowThreshold: 1, medThreshold: 2, highThreshold: 3, signer: cosigned }),
    Operation.setOptions({ signer: { sha256Hash, weight: 1 } }),
    Operation.setOptions({ signer: { preAuthTx: Buffer.alloc(32, 9), weight: 1 } }),
  ]);
  const one = [pay("anna", "1")];
  await player.play("too few signatures", "safe", one);
  await player.play("two signatures", "safe", one, { signers: ["safe", "cosigner"] });
  await player.play("too many signatures", "safe", one, { signers: ["safe", "cosigner", "eve"] });
  const removed = { signer: { sha256Hash, weight: 0 }, lowThreshold: 1, medThreshold: 1, highThreshold: 1 };
  await player.play("signer removed", "safe", [Operation.setOptions(removed)], { signers: ["safe", "cosigner"] });
}

/** Reserves that one pays for another. */
export async function playSponsorships(player: Player): Promise<void> {
  const [guest, cora] = [addressOf("guest"), addressOf("cora")];
  const begin = (sponsoredId: string) => Operation.beginSponsoringFutureReserves({ sponsoredId });
  const account = [
    begin(guest),
    Operation.createAccount({ destination: guest, startingBalance: "0" }),
    Operation.changeTrust({ asset: USD, source: guest }),
    Operation.endSponsoringFutureReserves({ source: guest }),
  ];
  await player.play("sponsored account", "sponsor", account, { signers: ["sponsor", "guest"], fee: "400" });
  const signer = { ed25519PublicKey: addressOf("cosigner"), weight: 1 };
  const rest = [
    begin(cora),
    Operation.manageData({ name: "sponsored", value: "1", source: cora }),
    Operation.manageSellOffer({ selling: USD, buying: XLM, amount: "3", price: "9", source: cora }),
    Operation.setOptions({ signer, source: cora }),
    Operation.createClaimableBalance({
      asset: XLM,
      amount: "0.5",
      claimants: [new Claimant(addressOf("eve"))],
      source: cora,
    }),
    Operation.endSponsoringFutureReserves({ source: cora }),
  ];
  await player.play("sponsored data, offer, signer", "sponsor", rest, { signers: ["sponsor", "cora"], fee: "900" });
  await player.play("begin without end", "sponsor", [begin(addressOf("ben"))]);
  await player.play("revoke data", "sponsor", [
    Operation.revokeDataSponsorship({ account: cora, name: "sponsored" }),
    Operation.revokeTrustlineSponsorship({ account: guest, asset: USD }),
  ]);
  const { ed25519PublicKey } = signer;
  const revoked = Operation.revokeSignerSponsorship({ account: cora, signer: { ed25519PublicKey } });
  await player.play("revoke signer", "sponsor", [revoked]);
}

/** Fees that another pays, and conditions that an envelope sets. */
export async function playEnvelopes(player: Player): Promise<void> {
  const payer = "sponsor";
  await player.play("fee bump", "guest", [pay("sponsor", "0.0000001", USD)], { feeBump: { payer } });
  await player.play("fee bump inner succeeds", "ben", [pay("anna", "0.5")], { feeBump: { payer }, fee: "0" });
  const one = [pay("anna", "0.25")];
  await player.play("fee bump by RPC", "ben", one, { feeBump: { payer }, by: "rpc" });
  await player.play("fee bump too low", "ben", one, { feeBump: { payer, fee: "200" }, by: "rpc" });
  const met = { ledgerbounds: { minLedger: 1, maxLedger: 0 }, minAccountSequence: "1" };
  await player.play("preconditions", "ben", one, { conditions: met });
  const past = { ledgerbounds: { minLedger: 1, maxLedger: 2 } };
  await player.play("preconditions not met", "ben", one, { conditions: past });
  const extra = { extraSigners: [addressOf("cosigner")] };
  await player.play("extra signer missing", "ben", one, { conditions: extra });
  await player.play("extra signer", "ben", one, { conditions: extra, signers: ["ben", "cosigner"] });
}

/** Accounts, lines and permissions that end; and as many payments as an envelope takes. */
export async function playEndings(player: Player): Promise<void> {
  const merge = Operation.accountMerge({ destination: addressOf("ben") });
  await player.play("merge with entries", "anna", [merge]);
  await player.play("merge", "gone", [merge]);
  await player.play("inflation", "anna", [Operation.inflation({})]);
  const offer = Operation.manageSellOffer({ selling: REG, buying: XLM, amount: "5", price: "2" });
  await player.play("deauthorise with an offer", "cora", [offer]);
  await player.play("deauthorise", "issuer2", [authorise({ authorized: false })]);
  await player.play("remove line with balance", "ben", [Operation.changeTrust({ asset: USD, limit: "0" })]);
  await player.play("remove line", "eve", [Operation.changeTrust({ asset: EUR, limit: "0" })]);
  const stroops = Array.from({ length: 100 }, (_, index) => pay("anna", `0.${String(index + 1).padStart(7, "0")}`));
  await player.play("hundred payments", "ben", stroops, { fee: "10000" });
}
