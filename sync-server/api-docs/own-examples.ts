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
const ASSET = { code: "USDC", issuer: ISSUER };

/** Examples, or parts of them, that are not to be made by the names of their fields. */
export const OWN_EXAMPLES: Readonly<Partial<Record<keyof typeof ENDPOINTS, OwnExample>>> = {
  openapi: { answer: { alice: undefined, openapi: "3.1.0" } },
  asyncapi: { answer: { alice: undefined, asyncapi: "3.0.0" } },
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
  checkSwap: { body: SWAP },
  swap: { body: { swap: SWAP } },
  site: { answer: { menus: [MENU], blocks: [BLOCK] } },
  market: { query: { base: "XLM", quote: USDC } },
};
