export {
  activeFees,
  FEE_KIND,
  type FeeRule,
  type Fees,
  type OperatorFee,
  operatorFee,
  readFees,
} from "./operator-fee.ts";
export { registerFeeRoutes } from "./routes.ts";
export { listFeeRules } from "./set-fee-rule.ts";
