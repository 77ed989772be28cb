export { followIdentity } from "./follow-identity.ts";
export { startKeepingPictures } from "./keep-pictures.ts";
export { identityIndexes } from "./migrations.ts";
export type { IdentityDeps } from "./pictures.ts";
export { forgetIdentity } from "./remove-identity.ts";
export { registerKycRoutes } from "./routes.ts";
