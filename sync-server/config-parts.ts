/** What the house's accounts do for its users. */
export interface HouseConfig {
  /** Accounts that lend their sequence numbers to the house's payments, so that these need not wait for each other. */
  readonly channels: number;
  /** The most that new accounts' reserves may tie up per UTC day, in stroops; nothing is sponsored at 0. */
  readonly dailyReserveStroops: bigint;
  /** The most that is paid of users' network fees per UTC day, in stroops. */
  readonly dailyFeeStroops: bigint;
}

/** What people of one network (an IPv4 address, a /64 of IPv6) may have of us per day. */
export interface NetworkShares {
  /** Accounts that are made. */
  readonly registrations: number;
  /** Accounts whose reserves the house carries, where there is no friendbot. */
  readonly sponsored: number;
}

/** The market that the embedded network pretends. */
export interface DemoConfig {
  /** How many days of prices a new network begins with. */
  readonly days: number;
}

/** When a market is good enough to set a price. */
export interface PriceConfig {
  /** What must stand on each side of its book, in stroops of XLM or what is worth as much. */
  readonly minDepth: bigint;
  /** How far the price of buying that much may be above that of selling it, in hundredths of a percent. */
  readonly maxSpread: bigint;
  /** A market in which nothing was traded for so long is stale. */
  readonly staleMs: number;
}

/** What one party may take of each server process. */
export interface LimitsConfig {
  /** Calls of the API a minute by one signed-in person. */
  readonly requestsPerUser: number;
  /** The same by everybody in one network who is not signed in. */
  readonly requestsPerNetwork: number;
  /** Open sockets of one network; a tenth of them by people who are not signed in. */
  readonly socketsPerNetwork: number;
}

/** What is kept of people's identity, and for how long. */
export interface IdentityConfig {
  /** Where the keys lie without which no picture can be opened, in no backup; the same folder for every server process. */
  readonly erasureKeysDir: string;
  /** Days that pictures are kept after a decision. */
  readonly retentionDays: number;
  /** Days after a decision before which the law forbids to remove them; 0 for none. */
  readonly keepByLawDays: number;
}

/** How messages reach the push services of browsers. */
export interface PushConfig {
  /** Whether a browser may name one within our own network, without encryption too: for tests alone. */
  readonly allowsPrivate: boolean;
}
