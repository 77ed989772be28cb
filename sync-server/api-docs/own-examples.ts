import type { ENDPOINTS } from "#schemas/endpoints.ts";
import { richText } from "#schemas/content/rich-text.ts";
import { OperatorPolicy } from "#schemas/security.ts";
import { ISSUER, USDC } from "./example-words.ts";
import { makeExample } from "./make-example.ts";

/** What is sent and answered, of which the parts that are not told here are made from the schema. */
export interface OwnExample {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}

const SWAP = { path: [], sendAmount: "25.0000000", receiveAmount: "3.1000000" };
const BLOCK = {
  blockKey: "landing-fast",
  blockType: "card",
  place: "landing",
  icon: "zap",
  mediaId: null,
  title: "Instant transfers",
  body: richText("A payment arrives within seconds."),
  link: null,
  alt: "",
  language: "en",
  version: 1,
  until: null,
};
const MENU = {
  menuKey: "header",
  name: "Header",
  location: "header",
  items: [{ label: "Help Center", url: "/help", icon: null, isExternal: false, requiresAuth: false, items: [] }],
};
const AUTOMATION = {
  strategy: "trend-following",
  candle: "1h",
  bases: ["XLM"],
  quote: USDC,
  parameters: { fast: 20, slow: 50, stopRanges: 3, range: 14 },
  budget: "100.0000000",
  perTrade: "50.0000000",
  perDay: "100.0000000",
  maxDrawdown: 20,
  cooldown: 3,
  slippage: 50,
};
const POOL = {
  base: "XLM",
  quote: USDC,
  baseAmount: "1000.0000000",
  quoteAmount: "250.0000000",
  walletCount: 10,
  levels: 5,
  spreadPercentage: "0.5",
  depthPercentage: "3",
  minTradeSize: "10.0000000",
  maxTradeSize: "500.0000000",
  reference: { kind: "fixed", targetPrice: "0.25" },
  priceMargin: "10",
  inventoryTarget: 50,
  skew: 50,
  autoRebalance: true,
  maxDrawdown: 20,
  maxDailyLoss: "25.0000000",
  maxFillsPerMinute: 60,
};
const { base: _b, quote: _q, baseAmount: _x, quoteAmount: _y, walletCount: _w, ...SETTINGS } = POOL;
const ASSET = { code: "USDC", issuer: ISSUER };

const LOG_LINE = {
  id: "019cebd2abc89f86d0810000000000a3",
  at: "2026-03-14T09:26:53.000Z",
  level: "error",
  message: "request failed",
  errorId: "9f86d081884c",
  requestId: "Zk3vQ9tXb1LrW7yN5cHdEg",
  userId: 4711,
  submissionId: null,
  process: "server-1 42",
  fields: '{"err":{"type":"Error","message":"the vault did not answer"}}',
};

/** Examples, or parts of them, that are not to be made by the names of their fields. */
export const OWN_EXAMPLES: Readonly<Partial<Record<keyof typeof ENDPOINTS, OwnExample>>> = {
  openapi: { answer: { alice: undefined, openapi: "3.1.0" } },
  asyncapi: { answer: { alice: undefined, asyncapi: "3.0.0" } },
  connection: { answer: { address: "203.0.113.7", protocol: "https" } },
  log: { query: { errorId: "9f86d081884c" }, answer: { lines: [LOG_LINE], next: null, keptDays: 7 } },
  makeApiKey: { body: { days: 30, pays: null } },
  tryPolicy: { query: { draft: JSON.stringify(makeExample(OperatorPolicy, { name: "draft", isWhole: true })) } },
  createFeeRule: { body: { feeType: "percent", minFee: "0.1", maxFee: "5" } },
  changeFeeRule: { body: { feeType: "percent", minFee: "0.1", maxFee: "5" } },
  moveHouseMoney: { body: { to: "rewards", assetCode: "XLM", issuer: "" } },
  setAffiliateTerms: { body: { rewardType: "percent", levels: ["20", "5"], assetCode: "XLM", issuer: "" } },
  createStakingOffer: { body: { assetCode: "XLM", issuer: "" } },
  changeStakingOffer: { body: { assetCode: "XLM", issuer: "" } },
  lookUpAsset: { query: ASSET },
  previewListing: { query: ASSET },
  backTest: { body: { terms: AUTOMATION }, answer: { terms: AUTOMATION } },
  checkAutomation: { body: { terms: AUTOMATION } },
  startAutomation: { body: { automation: { terms: AUTOMATION } } },
  simulatePool: { body: POOL },
  checkPool: { body: { terms: POOL } },
  openPool: { body: { pool: { terms: POOL } } },
  checkPoolChange: { body: { settings: SETTINGS } },
  changePool: { body: { change: { settings: SETTINGS } } },
  checkSwap: { body: SWAP },
  swap: { body: { swap: SWAP } },
  site: { answer: { menus: [MENU], blocks: [BLOCK] } },
  market: { query: { base: "XLM", quote: USDC } },
};
