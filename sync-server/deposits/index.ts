export { depositRows } from "./deposit-rows.ts";
export { eachOpenDeposit } from "./for-operators.ts";
export { registerDepositRoutes, takesDeposits } from "./routes.ts";
export { METHOD_KIND } from "./stored-method.ts";
export { readDepositSettings } from "./settings.ts";
export { startCrediting } from "./start-crediting.ts";
export {
  approvedAnew,
  DEPOSIT_KIND,
  type DepositDocument,
  depositCollection,
  depositIndexes,
  depositMethods,
  forgetPayer,
  OPEN_DEPOSITS,
} from "./store.ts";
export { waitingDeposits } from "./waiting.ts";
