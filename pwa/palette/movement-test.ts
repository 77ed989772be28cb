import type { Directory } from "#pwa/parts/directory/directory.ts";
import { titleOf } from "#pwa/parts/history/event-words.ts";
import { isLeg, movementOf, type MovementRow } from "#pwa/parts/history/movement.ts";
import { foldText } from "#pwa/parts/search/fold-text.ts";
import { scoreOf } from "./match.ts";

/**
 * Makes the test whether a movement has all the folded words: in its memo, in its hash, in the name or the address of who stood
 * on the other side, in the words of what happened. A name is folded once per address.
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
    if (isLeg(row)) return false;
    const { counterparty } = movementOf(row, ownAddress);
    const codes = [row.hash, counterparty.toLowerCase()].filter(Boolean);
    const named = counterparty === "" ? "" : `${foldedName(counterparty)} ${foldText(row.partyName)}`;
    const also = row.event === null ? named : `${named} ${foldText(titleOf(row, ownAddress, nameOf))}`;
    return scoreOf({ title: foldText(row.memo), also, codes }, words) !== null;
  };
}
