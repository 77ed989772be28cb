export { actPlaced } from "./acts.ts";
export { compareVaults } from "./compare-vault.ts";
export { registerStakingRoutes } from "./routes.ts";
export { startStaking } from "./start-staking.ts";
export { owedByStaking } from "./owed.ts";
export { hasOffers } from "./has-offers.ts";
export { hasStakes } from "./has-stakes.ts";
export { stakingIndexes } from "./store.ts";
