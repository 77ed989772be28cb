import { t } from "@lingui/core/macro";
/** What a person does is not written while this device's copy of their data is fetched anew. */
export class WritesHeld extends Error {
  constructor() {
    super(t`Your data is being fetched anew on this device. Please try again in a moment.`);
    this.name = "WritesHeld";
  }
}

/** Lets a person's writes pass, or holds them. */
export interface WriteGate {
  /** Throws {@link WritesHeld} while writes are held. */
  pass<T>(write: () => Promise<T>): Promise<T>;
  /** From now on nothing passes; settles once nothing is on its way any more. */
  hold(): Promise<void>;
  release(): void;
}

export function makeWriteGate(): WriteGate {
  let isHeld = false;
  const underWay = new Set<Promise<unknown>>();
  return {
    async pass(write) {
      if (isHeld) throw new WritesHeld();
      const writing = write();
      underWay.add(writing);
      try {
        return await writing;
      } finally {
        underWay.delete(writing);
      }
    },
    async hold() {
      isHeld = true;
      await Promise.allSettled(underWay);
    },
    release() {
      isHeld = false;
    },
  };
}
