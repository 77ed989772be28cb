export { coolOffUntil, payableFrom } from "./cool-off.ts";
export { type Notices, openNotices } from "./notices.ts";
export { type Authority, noteAct, noteOperatorAction } from "./operator-actions.ts";
export { readOperatorPolicy, readOperatorPolicyWithin } from "./operator-policy.ts";
export { refuseOwn } from "./own.ts";
export { registerSecurityRoutes } from "./routes.ts";
export { forgetAllowList, noteCredentialChange, readSecurity, type UserSecurity } from "./store.ts";
