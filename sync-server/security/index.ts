export { allowedEntry } from "./allowed-entry.ts";
export { type Applier, type Appliers, startWaitingChanges } from "./apply-waiting.ts";
export { coolOffUntil, payableFrom } from "./cool-off.ts";
export { startTakingBack } from "./keep-taken-back.ts";
export { securityIndexes } from "./migrations.ts";
export { type Notices, openNotices } from "./notices.ts";
export { type Authority, noteAct, noteOperatorAction } from "./operator-actions.ts";
export { readOperatorPolicy, readOperatorPolicyWithin, sealPolicyAtFirst } from "./operator-policy.ts";
export { refuseOwn } from "./own.ts";
export { protectionsOf } from "./protections.ts";
export { registerSecurityRoutes } from "./routes.ts";

export { type TakerBack, takeBackKey, takingBackOf } from "./taken-back.ts";
export { cancelAllWaiting, forgetWaiting, weaken } from "./waiting.ts";
