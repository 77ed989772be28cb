export { decisionIndexes } from "./decisions.ts";
export { identityOf, waitingIdentities } from "./desk-queue.ts";
export { registerIdentityDesk } from "./desk-routes.ts";
export { followIdentity } from "./follow-identity.ts";
export { startKeepingPictures } from "./keep-pictures.ts";
export { identityIndexes } from "./migrations.ts";
export type { IdentityDeps } from "./pictures.ts";
export { forgetIdentity } from "./remove-identity.ts";
export { registerKycRoutes } from "./routes.ts";
