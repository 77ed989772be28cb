import type { Fields, Noted } from "./noted.ts";

/** Each proposal was decided once, never by its proposer, and carried out once where it was approved. */
export function checkProposals(proposals: readonly Fields[], noted: readonly Noted[]): string[] {
  const about = Map.groupBy(noted, ({ after }) => after["proposal"]);
  const wrong = proposals.flatMap(({ id, state, proposedBy, approvedBy, endedBy }) => {
    const rows = about.get(id) ?? [];
    const by = (...actions: readonly string[]) =>
      rows.filter(({ action }) => actions.includes(action)).map(({ operatorId }) => operatorId);
    const agreed = `proposal ${String(id)} by operator ${String(proposedBy)}`;
    const carriedOut = noted.filter(({ details }) => details === agreed || details.endsWith(`; ${agreed}`));
    const isDone = state === "done";
    const isEnded = state === "rejected" || state === "withdrawn";
    const facts: readonly (readonly [what: string, seen: readonly unknown[], expected: readonly unknown[]])[] = [
      ["proposed", by("propose"), [proposedBy]],
      ["approved", by("approve-proposal"), isDone ? [approvedBy] : []],
      ["rejected or withdrawn", by("reject-proposal", "withdraw-proposal"), isEnded ? [endedBy] : []],
      ["carried out", carriedOut.map(({ operatorId }) => operatorId), isDone ? [approvedBy] : []],
    ];
    return [
      ...facts.flatMap(([what, seen, expected]) =>
        seen.join() === expected.join()
          ? []
          : [
              `proposal ${String(id)} is ${String(state)}: ${what} by ${seen.join() || "nobody"}, not ${expected.join()}`,
            ],
      ),
      ...(isDone && approvedBy === proposedBy ? [`proposal ${String(id)} was approved by its proposer`] : []),
    ];
  });
  const known = new Set(proposals.map(({ id }) => id));
  const unknown = [...about.keys()].filter((id) => id !== undefined && !known.has(id));
  return [...wrong, ...unknown.map((id) => `proposal ${String(id)} was decided and is not there`)];
}
