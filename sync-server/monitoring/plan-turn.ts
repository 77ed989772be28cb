import type { Check } from "#server/platform/checks/check.ts";
import type { StoredIssue } from "#server/platform/issues/stored-issue.ts";
import type { SeenState } from "./check-state.ts";

/** How long the runner rests where nothing is due before. */
const LONGEST_PAUSE_MS = 15_000;
const SHORTEST_PAUSE_MS = 20;
/** What is due within so long is due: a timer may end a moment early. */
const NOW_MS = 250;
/** What is due as soon as this is made along with what is due now: one look at all that there is serves both. */
const TOGETHER_MS = 2000;
/** How long something is left that waits for what is made elsewhere, or begins to fail. */
const WAITING_PAUSE_MS = 1000;

/** An open issue upon whose cause some check rests. */
export type OpenReason = Pick<StoredIssue, "id" | "checkId">;

export interface Seen {
  readonly states: ReadonlyMap<string, SeenState>;
  /** Ids of the checks that this process makes at this moment. */
  readonly making: ReadonlySet<string>;
  readonly open: readonly OpenReason[];
}

export interface Plan {
  /** In the order of the checks; none rests upon another of them that was not made a moment ago. */
  readonly ready: readonly Check[];
  /** With the open issue because of which it is not made; null where it only waits for a moment. */
  readonly putOff: readonly { readonly check: Check; readonly state: SeenState; readonly because: number | null }[];
  /** Whether something waits for what is being made, or is ready. */
  readonly isWaited: boolean;
  /** Until something else may be due, in ms. */
  readonly pauseMs: number;
}

interface Candidate {
  readonly check: Check;
  readonly state: SeenState;
  readonly because: number | null;
  readonly inMs: number;
}

/** What to do about each check now: what others rest upon is made before them. */
export function planTurn(checks: readonly Check[], seen: Seen): Plan {
  const { soon, pausesMs } = soonDue(checks, seen);
  const due = soon.some(({ inMs }) => inMs <= NOW_MS) ? soon : [];
  const ready: Check[] = [];
  const putOff: Plan["putOff"][number][] = [];
  let isWaited = false;
  if (due.length === 0) pausesMs.push(...soon.map(({ inMs }) => inMs));
  for (const candidate of due) {
    const { check, state, because, inMs } = candidate;
    const waits = because === null ? waitsFor(check, seen, due) : null;
    if (because === null && waits === null) {
      ready.push(check);
      pausesMs.push(check.intervalMs);
    } else if (inMs > NOW_MS) pausesMs.push(inMs);
    else if (waits === "its turn") isWaited = true;
    else {
      putOff.push({ check, state, because });
      pausesMs.push(because === null ? WAITING_PAUSE_MS : check.intervalMs);
    }
  }
  if (isWaited && ready.length + seen.making.size === 0) pausesMs.push(WAITING_PAUSE_MS);
  const pauseMs = Math.max(SHORTEST_PAUSE_MS, Math.min(LONGEST_PAUSE_MS, ...pausesMs));
  return { ready, putOff, isWaited, pauseMs };
}

/** What may be begun within a moment, and how long it is until each of the others may. */
function soonDue(checks: readonly Check[], { states, making, open }: Seen) {
  const soon: Candidate[] = [];
  const pausesMs: number[] = [];
  for (const check of checks) {
    const state = states.get(check.id);
    if (!state) continue;
    const because = open.find(({ checkId }) => check.dependsOn.includes(checkId))?.id ?? null;
    // What it waited for is over: it is looked at anew at once.
    const inMs = state.becauseOf !== null && because === null ? 0 : state.dueInMs;
    if (making.has(check.id)) pausesMs.push(check.intervalMs);
    else if (isClaimed(state)) pausesMs.push(Math.max(inMs, state.claimedForMs ?? 0));
    else if (inMs > TOGETHER_MS) pausesMs.push(inMs);
    else soon.push({ check, state, because, inMs });
  }
  return { soon, pausesMs };
}

function isClaimed({ claimedForMs }: SeenState): boolean {
  return claimedForMs !== null && claimedForMs > 0;
}

/** What is made more often than anything can follow it keeps nothing waiting. */
function isFresh({ madeAgoMs }: SeenState): boolean {
  return madeAgoMs !== null && madeAgoMs < TOGETHER_MS;
}

/** Whether something that it rests upon is to be known first: it is made before, here, or elsewhere, or has begun to fail. */
function waitsFor(
  { dependsOn }: Check,
  { states, making }: Seen,
  due: readonly Candidate[],
): "its turn" | "a moment" | null {
  const isNext = (name: string) => due.some(({ check, state }) => check.id === name && !isFresh(state));
  if (dependsOn.some((name) => making.has(name) || isNext(name))) return "its turn";
  const parents = dependsOn.flatMap((name) => states.get(name) ?? []);
  const isUnsure = (state: SeenState) => isClaimed(state) || state.subjects.some(({ failures }) => failures > 0);
  return parents.some(isUnsure) ? "a moment" : null;
}
