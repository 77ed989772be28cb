/** The network's time, which tests may set apart from the machine's. */
export interface Clock {
  /** Seconds since 1970. */
  now(): bigint;
  /** Moves the network's time by this many seconds against the machine's. */
  shift(seconds: number): void;
}

export function systemClock(): Clock {
  let shiftMs = 0;
  return {
    now: () => BigInt(Math.floor((Date.now() + shiftMs) / 1000)),
    shift: (seconds) => {
      shiftMs = seconds * 1000;
    },
  };
}
