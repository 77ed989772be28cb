import { AppError } from "#schemas/errors.ts";

/** Whose turn a piece of work takes. */
export interface Asker {
  /** Work of one lane is done in its order; lanes take turns. */
  readonly lane: string;
  /** Whether they are somebody of ours: signed in, or on a device that was. Strangers never take more than every other turn. */
  readonly isKnown: boolean;
}

interface Bounds {
  readonly atOnce: number;
  /** The most that wait of the known, and of strangers; each by itself. */
  readonly mostWaiting: number;
  readonly mostOfLane: number;
  /** How many are done in a second, roughly: what those who are turned away are told to wait by. */
  readonly perSecond: number;
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (error: AppError) => void;
}

export interface FairQueue {
  /** Does the work when its turn has come. Throws `busy` where too much waits already, or where a lane gives way to shorter ones. */
  run<T>(asker: Asker, work: () => Promise<T>): Promise<T>;
  /** How many wait for their turn. */
  waiting(): number;
}

/**
 * Does a few things at once, and lets a bounded number wait: however many ask from one place, whoever asks from another
 * waits for about one of them, and what waits costs bounded memory.
 */
export function createFairQueue({ atOnce, mostWaiting, mostOfLane, perSecond }: Bounds): FairQueue {
  const known = createLanes();
  const strangers = createLanes();
  let running = 0;
  let isStrangersTurn = false;

  const waiting = (): number => known.size() + strangers.size();

  function enter({ lane, isKnown }: Asker): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    const lanes = isKnown ? known : strangers;
    const busy = () => new AppError("busy", { seconds: Math.ceil(waiting() / perSecond) });
    if (lanes.lengthOf(lane) >= mostOfLane) throw busy();
    if (lanes.size() >= mostWaiting) {
      const longest = lanes.longest();
      if (lanes.lengthOf(lane) + 1 >= lanes.lengthOf(longest)) throw busy();
      lanes.dropLast(longest)?.refuse(busy());
    }
    return new Promise((begin, refuse) => lanes.add(lane, { begin, refuse }));
  }

  /** The place is handed over, not freed: a newcomer cannot slip in before the one that waited. */
  function leave(): void {
    const [first, second] = isStrangersTurn ? [strangers, known] : [known, strangers];
    const next = first.next() ?? second.next();
    isStrangersTurn = !isStrangersTurn;
    if (next) next.begin();
    else running -= 1;
  }

  return {
    async run(asker, work) {
      await enter(asker);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    waiting,
  };
}

/** What waits, by lane; the lane whose turn is next stands first. */
function createLanes() {
  const lanes = new Map<string, Waiting[]>();
  let size = 0;
  return {
    size: () => size,
    lengthOf: (lane: string) => lanes.get(lane)?.length ?? 0,
    longest: () => [...lanes].reduce((most, each) => (each[1].length > most[1].length ? each : most), ["", []])[0],
    add(lane: string, waiting: Waiting) {
      const queue = lanes.get(lane);
      if (queue) queue.push(waiting);
      else lanes.set(lane, [waiting]);
      size += 1;
    },
    next(): Waiting | undefined {
      const [first] = lanes;
      if (!first) return undefined;
      const [lane, queue] = first;
      const next = queue.shift();
      lanes.delete(lane);
      if (queue.length > 0) lanes.set(lane, queue);
      size -= 1;
      return next;
    },
    dropLast(lane: string): Waiting | undefined {
      const queue = lanes.get(lane);
      const last = queue?.pop();
      if (queue?.length === 0) lanes.delete(lane);
      if (last) size -= 1;
      return last;
    },
  };
}
