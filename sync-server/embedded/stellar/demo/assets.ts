/** An asset that the demo market lists; the texts are those of its stellar.toml. */
export interface DemoAsset {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly conditions: string;
  readonly displayDecimals: number;
}

export const NATIVE = "XLM";

/** What the market knows a price of: its listed assets and XLM itself. */
export type Code = typeof NATIVE | "USDC" | "NKDM" | "SKL";
export type ListedCode = Exclude<Code, typeof NATIVE>;

const PRETENCE = "Made for demonstrations: it is worth nothing, nobody redeems it, and it exists on this network only.";

export const DEMO_ASSETS: Readonly<Record<ListedCode, DemoAsset>> = {
  USDC: {
    code: "USDC",
    name: "Demo USD Coin",
    description: "A pretended US dollar of the demo market.",
    conditions: PRETENCE,
    displayDecimals: 2,
  },
  NKDM: {
    code: "NKDM",
    name: "Nakedium",
    description: "A pretended token of the demo market, with few units and a price above a dollar.",
    conditions: PRETENCE,
    displayDecimals: 4,
  },
  SKL: {
    code: "SKL",
    name: "Skillcoin",
    description: "A pretended token of the demo market, with many units and a price of some cents.",
    conditions: PRETENCE,
    displayDecimals: 2,
  },
};

export const LISTED_CODES: readonly ListedCode[] = ["USDC", "NKDM", "SKL"];

const UNIT = 10_000_000n;

/** Two assets that trade against each other, and how much of it there is. Amounts are stroops of the base asset. */
export interface Pair {
  readonly base: ListedCode;
  readonly counter: Code;
  /** What stands at the best price; further away it is more. */
  readonly levelAmount: bigint;
  /** What the pool holds of the base asset when it is filled. */
  readonly poolAmount: bigint;
  /** Of a thousand minutes, in how many somebody trades at the busiest hour. */
  readonly busyMinutes: number;
}

export const PAIRS: readonly Pair[] = [
  { base: "USDC", counter: "XLM", levelAmount: 900n * UNIT, poolAmount: 200_000n * UNIT, busyMinutes: 600 },
  { base: "NKDM", counter: "XLM", levelAmount: 500n * UNIT, poolAmount: 90_000n * UNIT, busyMinutes: 350 },
  { base: "SKL", counter: "XLM", levelAmount: 36_000n * UNIT, poolAmount: 6_000_000n * UNIT, busyMinutes: 300 },
  { base: "NKDM", counter: "USDC", levelAmount: 350n * UNIT, poolAmount: 60_000n * UNIT, busyMinutes: 220 },
  { base: "SKL", counter: "USDC", levelAmount: 25_000n * UNIT, poolAmount: 4_000_000n * UNIT, busyMinutes: 170 },
];
