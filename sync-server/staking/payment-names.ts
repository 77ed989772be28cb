import type { StakeDocument } from "./store.ts";

/** Whatever is taken out leaves less: what is left names which part this is, however often it is tried. */
export function unstakeName({ uid, left }: Pick<StakeDocument, "uid" | "left">): string {
  return `unstake ${uid} ${left}`;
}

/** What was paid before grows with each payment of rewards: it names which one this is, however often it is tried. */
export function rewardName({ uid, paid }: Pick<StakeDocument, "uid" | "paid">): string {
  return `stake-reward ${uid} ${paid}`;
}
