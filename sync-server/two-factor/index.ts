export { openCodeCount } from "./count-codes.ts";
export { registerTwoFactorRoutes } from "./routes.ts";
export { type CheckSecondFactor, secondFactorCheck } from "./second-factor-check.ts";
export {
  dropTwoFactor,
  dropTwoFactorBefore,
  isTwoFactorOn,
  sealFactorsAtFirst,
  switchOffTwoFactor,
  type TwoFactorDeps,
} from "./two-factor.ts";
