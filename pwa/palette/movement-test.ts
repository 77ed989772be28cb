import type { Directory } from "#pwa/parts/directory/directory.ts";
import { movementOf, type MovementRow } from "#pwa/parts/history/movement.ts";
import { foldText } from "#pwa/parts/search/fold-text.ts";
import { scoreOf } from "./match.ts";

/**
 * Makes the test whether a movement has all the folded words: in its memo, in its hash, in the name or the address of who stood
 * on the other side. A name is folded once per address.
 */
export function movementTest(
  words: readonly string[],
  nameOf: Directory["nameOf"],
  ownAddress: string | undefined,
): (row: MovementRow) => boolean {
  const names = new Map<string, string>();
  const foldedName = (address: string) => {
    const known = names.get(address) ?? foldText(nameOf(address) ?? "");
    names.set(address, known);
    return known;
  };
  return (row) => {
    const { counterparty } = movementOf(row, ownAddress);
    const codes = [row.hash, counterparty.toLowerCase()].filter(Boolean);
    const also = counterparty === "" ? "" : foldedName(counterparty);
    return scoreOf({ title: foldText(row.memo), also, codes }, words) !== null;
  };
}
