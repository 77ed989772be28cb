import { Claimant, Operation } from "@stellar/stellar-sdk";
import type { Asset, xdr } from "@stellar/stellar-sdk";
import { addressOf, REG, USD, XLM } from "./cast.ts";
import type { Name } from "./cast.ts";
import { at, isList, recordsOf, textAt } from "./json.ts";
import type { Player } from "./player.ts";

/** Money set aside: for whom and until when, claimed, refused, taken back. */
export async function playClaimables(player: Player): Promise<void> {
  await player.play("claimables", "anna", setAside(), { fee: "1000" });
  const [bens, dans] = [await claimableFor("ben", "anna", player), await claimableFor("dan", "anna", player)];
  const claim = (balanceId: string) => Operation.claimClaimableBalance({ balanceId });
  await player.play("claim", "ben", [claim(bens)]);
  await player.play("claim without line", "dan", [claim(dans)]);
  await player.play("claim again", "ben", [claim(bens)]);
  await player.play("claim with line", "dan", [Operation.changeTrust({ asset: USD }), claim(dans)]);
  await player.play("claimable regulated", "cora", [create(REG, "2", new Claimant(addressOf("eve")))]);
  const balanceId = await claimableFor("eve", "cora", player);
  await player.play("clawback claimable", "issuer2", [Operation.clawbackClaimableBalance({ balanceId })]);
}

function setAside(): xdr.Operation[] {
  const soon = Claimant.predicateBeforeRelativeTime("1000");
  const before = (time: string) => Claimant.predicateBeforeAbsoluteTime(time);
  const always = Claimant.predicateUnconditional();
  const dansThenAnnas = [
    new Claimant(addressOf("dan"), soon),
    new Claimant(addressOf("anna"), Claimant.predicateNot(soon)),
  ];
  const both = Claimant.predicateAnd(before("4102444800"), always);
  const either = Claimant.predicateOr(before("1000"), Claimant.predicateNot(always));
  return [
    create(XLM, "15", new Claimant(addressOf("ben"))),
    create(USD, "25", ...dansThenAnnas),
    create(XLM, "1", new Claimant(addressOf("cora"), both)),
    create(XLM, "1", new Claimant(addressOf("cora"), either)),
  ];
}

function create(asset: Asset, amount: string, ...claimants: Claimant[]): xdr.Operation {
  return Operation.createClaimableBalance({ asset, amount, claimants });
}

/** The id of what one has set aside for another. */
async function claimableFor(claimant: Name, by: Name, { client }: Player): Promise<string> {
  const { body } = await client.get(`/claimable_balances?sponsor=${addressOf(by)}&limit=50`);
  const found = recordsOf(body).find((record) => {
    const claimants = at(record, "claimants");
    return isList(claimants) && claimants.some((each) => textAt(each, "destination") === addressOf(claimant));
  });
  const id = textAt(found, "id");
  if (id === "") throw new Error(`${by} set nothing aside for ${claimant}`);
  return id;
}
