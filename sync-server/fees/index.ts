export { activeFees, FEE_KIND, type FeeRule, type OperatorFee, operatorFee } from "./operator-fee.ts";
export { registerFeeRoutes } from "./routes.ts";
