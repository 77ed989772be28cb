export { coolOffUntil, payableFrom } from "./cool-off.ts";
export { type Notices, openNotices } from "./notices.ts";
export { noteOperatorAction } from "./operator-actions.ts";
export { readOperatorPolicy, sealPolicyAtFirst } from "./operator-policy.ts";
export { registerSecurityRoutes } from "./routes.ts";
export { forgetAllowList, noteCredentialChange, readSecurity } from "./store.ts";
