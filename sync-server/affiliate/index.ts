export { readUncounted, registerClicks } from "./clicks.ts";
export { giveUpRewards } from "./give-up.ts";
export { hasProgram } from "./has-program.ts";
export { affiliateIndexes } from "./migrations.ts";
export { AFFILIATE_PART } from "./note-events.ts";
export { referralsOf } from "./referrals.ts";
export { registerAffiliateRoutes } from "./routes.ts";
export { startAffiliate } from "./start-affiliate.ts";
